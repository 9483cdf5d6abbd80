/** Short sounds, made by the browser's synthesizer. */

/** Notes by sound: frequency in Hz, start and length in seconds. */
const SOUNDS = {
  move: [[330, 0, 0.07]],
  capture: [[330, 0, 0.06], [196, 0.05, 0.12]],
  check: [[440, 0, 0.07], [554, 0.08, 0.12]],
  illegal: [[208, 0, 0.14]],
  end: [[392, 0, 0.16], [494, 0.15, 0.16], [587, 0.3, 0.3]],
  low: [[784, 0, 0.05], [784, 0.12, 0.05]],
};
const LOUDNESS = 0.14;

let audio = null;

/** Plays a sound of the list unless sounds are off. */
export function play(name, settings) {
  if (settings.get('sound') === 'off') return;
  // Browsers make sounds only after the user has done something on the page.
  if (!navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  for (const [frequency, start, length] of SOUNDS[name]) playNote(frequency, audio.currentTime + start, length);
}

function playNote(frequency, start, length) {
  const note = audio.createOscillator();
  const volume = audio.createGain();
  note.type = 'triangle';
  note.frequency.value = frequency;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  note.connect(volume).connect(audio.destination);
  note.start(start);
  note.stop(start + length + 0.02);
}
