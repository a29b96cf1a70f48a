// The service worker. In charge of two things: files with a hash in their name, which never change, are kept and given
// from here; and push messages are shown, the code first. It keeps no page and no answer of the API: those are always
// the server's. A new version takes over at once, since nothing it holds depends on the version.
const KEPT = 'assets-v1'
const MOST = 150

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', event => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name)
      await self.clients.claim()
    })(),
  )
})

const isHashed = url =>
  url.origin === self.location.origin && /^\/assets\/[^/]+-[\w-]{8,}\.\w+$/.test(url.pathname)

/** The oldest go first; what is still in use is fetched and kept again. */
async function keep(request, answer) {
  const kept = await caches.open(KEPT)
  await kept.put(request, answer)
  const held = await kept.keys()
  for (const old of held.slice(0, Math.max(0, held.length - MOST))) await kept.delete(old)
}

async function fromKept(event) {
  const known = await caches.match(event.request, { cacheName: KEPT })
  if (known) return known
  const answer = await fetch(event.request)
  if (answer.ok && answer.type === 'basic') event.waitUntil(keep(event.request, answer.clone()))
  return answer
}

self.addEventListener('fetch', event => {
  const { request } = event
  if (request.method === 'GET' && isHashed(new URL(request.url))) event.respondWith(fromKept(event))
})

function noteOf(event) {
  try {
    return event.data.json()
  } catch {
    return { title: '有新邮件', body: '', code: null, mailId: null, address: '' }
  }
}

self.addEventListener('push', event => {
  const note = noteOf(event)
  event.waitUntil(
    self.registration.showNotification(note.title, {
      body: note.address ? `${note.body}\n${note.address}` : note.body,
      tag: note.mailId ?? 'yanshu',
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      lang: 'zh-CN',
      data: { mailId: note.mailId },
    }),
  )
})

self.addEventListener('notificationclick', event => {
  event.notification.close()
  const { mailId, path: given } = event.notification.data ?? {}
  const path = given ?? (mailId ? `/user/inbox?mail=${encodeURIComponent(mailId)}` : '/user/inbox')
  const target = new URL(path, self.location.origin)
  const areaOf = url => url.pathname.split('/')[1]
  event.waitUntil(
    (async () => {
      const open = await self.clients.matchAll({ type: 'window' })
      const shown = open.find(client => areaOf(new URL(client.url)) === areaOf(target))
      if (!shown) return self.clients.openWindow(path)
      await shown.focus()
      return shown.navigate(path)
    })(),
  )
})
