/**
 * Keeps the static page for use without a connection. `make web` puts before it what `self.BUILD` is: the version and
 * all files. The files of a version stay together: a new one is used only when no tab has the old one open.
 */

const { version, files } = self.BUILD;
const CACHE = `baroque-${version}`;

self.addEventListener('install', (event) => {
  const fresh = files.map((file) => new Request(file, { cache: 'reload' }));
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
  await Promise.all(names.filter((name) => name.startsWith('baroque-') && name !== CACHE).map((name) => caches.delete(name)));
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  const page = new URL('index.html', self.registration.scope).href;
  const isPage = request.mode === 'navigate';
  return (await cache.match(isPage ? page : request, { ignoreSearch: true })) ?? fetch(request);
}
