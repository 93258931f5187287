// The service worker of administrators who have switched notifications on. It shows them and opens their page, and nothing else.

self.addEventListener('push', (event) => {
  const { title, body, path, tag, icon } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, data: { path } }))
})

async function openPage(path) {
  const { href, origin } = new URL(path, self.location.origin)
  if (origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find(({ url }) => url === href)
  await (open ? open.focus() : self.clients.openWindow(href))
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data.path))
})
