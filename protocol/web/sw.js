/**
 * Keeps the static page for use without a connection. `make web` puts before it what `self.BUILD` is: the version and
 * all files with their hashes. The files of a version stay together: a new one is used only when no tab has the old one
 * open, and not at all if one of its files is another version's.
 */

const { version, files } = self.BUILD;
/** Several copies of the page may share a host. */
const PREFIX = `baroque ${self.registration.scope} `;
const CACHE = PREFIX + version;

self.addEventListener('install', (event) => {
  const fresh = Object.entries(files).map(([file, integrity]) => new Request(file, { cache: 'reload', integrity }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOthers().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method !== 'GET' || new URL(url).origin !== location.origin) return;
  event.respondWith(answer(event.request));
});

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request, { ignoreSearch: true });
  if (known) return known;
  // The address of the page itself names no file.
  const isPage = request.mode === 'navigate' && new URL(request.url).pathname.endsWith('/');
  return (isPage && (await cache.match(new URL('index.html', self.registration.scope).href))) || fetch(request);
}
