import { execFile } from 'node:child_process'
import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { area } from './admin-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

/** An administrator of the test's own, whose devices no other test sees. */
async function createAdministrator(): Promise<{ name: string; pin: string }> {
  const name = `Nisha ${randomUUID().slice(0, 8)}`
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: process.env.SHOP_DATA_DIR ?? '' }
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../server/cli/admin.ts'), name], { env })
  return { name, pin: /PIN: (\d+)/.exec(stdout)?.[1] ?? '' }
}

/** Subscriptions are made without the push service of the browser, which tests cannot reach. They are forgotten with the page. */
async function replacePushManager(page: Page): Promise<void> {
  const toJSON = {
    endpoint: `https://push.example/${randomUUID()}`,
    keys: {
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  }
  await page.addInitScript((json) => {
    const storageKey = 'subscribed with'
    const build = (key: string) => ({
      options: {
        applicationServerKey: Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0)).buffer,
      },
      toJSON: () => json,
      unsubscribe: async () => sessionStorage.removeItem(storageKey),
    })
    const find = async () => {
      const key = sessionStorage.getItem(storageKey)
      return key === null ? null : build(key)
    }
    Object.assign(PushManager.prototype, {
      getSubscription: find,
      async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
        sessionStorage.setItem(storageKey, applicationServerKey)
        return find()
      },
    })
  }, toJSON)
}

test('an administrator is notified on a device, chooses of what, and removes it', async ({ shop, page, context }) => {
  const administrator = await createAdministrator()
  await context.grantPermissions(['notifications'])
  await replacePushManager(page)
  await shop.signIn(administrator)
  await expect(page).toHaveURL(new RegExp(`${area}$`))
  await page.getByRole('navigation', { name: 'Users' }).getByRole('link', { name: 'Notifications' }).click()
  await expect(page.getByText('No device is notified.')).toBeVisible()
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await page.getByRole('button', { name: 'Notify this device' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'This device is notified from now on.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Switch off' })).toBeVisible()
  const problems = page.getByRole('checkbox', { name: /^Problems on Chrome/ })
  await problems.click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expectAccessible({ page, name: 'the devices of an administrator' })

  await shop.reload()
  await expect(page.getByRole('button', { name: 'Switch off' })).toBeVisible()
  await expect(problems).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: /^New orders on Chrome/ })).toBeChecked()
  await page.getByRole('button', { name: /^Send a test to Chrome/ }).click()
  await expect(page.getByText('did not take the notification')).toBeVisible()

  await page.getByRole('button', { name: /^Remove Chrome/ }).click()
  await expect(page.getByText('No device is notified.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your devices' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Notify this device' })).toBeVisible()
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})

test('the service worker shows a message and opens its page', async ({ shop, page, context }) => {
  await context.grantPermissions(['notifications'])
  await shop.open('/login')
  const client = await context.newCDPSession(page)
  const registrations: { registrationId: string; scopeURL: string }[] = []
  client.on('ServiceWorker.workerRegistrationUpdated', (event) => registrations.push(...event.registrations))
  await client.send('ServiceWorker.enable')
  const workerStarts = context.waitForEvent('serviceworker')
  await page.evaluate((scope) => navigator.serviceWorker.register('/push-worker.js', { scope }), area)
  const worker = await workerStarts
  await expect
    .poll(() => page.evaluate(async (scope) => (await navigator.serviceWorker.getRegistration(scope))?.active?.state, area))
    .toBe('activated')
  const findRegistrationId = () => registrations.find(({ scopeURL }) => scopeURL.endsWith(area))?.registrationId ?? ''
  await expect.poll(findRegistrationId).not.toBe('')
  const { origin } = new URL(page.url())
  const message = {
    title: '3 new orders, ₹4,200',
    body: '',
    path: `${area}/OrderDetail?status=Placed`,
    tag: 'news-1',
    icon: '/icon-192.png',
  }
  const listNotifications = () =>
    page.evaluate(async (scope) => {
      const registration = await navigator.serviceWorker.getRegistration(scope)
      return (await registration?.getNotifications())?.map(({ title, tag, icon }) => ({ title, tag, icon }))
    }, area)
  // A message that arrives while the worker starts may be lost; the tag makes repeated ones one notification.
  await expect(async () => {
    await client.send('ServiceWorker.deliverPushMessage', { origin, registrationId: findRegistrationId(), data: JSON.stringify(message) })
    expect(await listNotifications()).toEqual([{ title: message.title, tag: message.tag, icon: `${origin}/icon-192.png` }])
  }).toPass()

  // Only a person's click may open a window, so the test looks at what would be opened.
  const click = (path: string) =>
    worker.evaluate(async (to) => {
      const scope = globalThis as unknown as EventTarget & { clients: { openWindow: (url: string) => Promise<void> } }
      const opened: string[] = []
      scope.clients.openWindow = async (url) => void opened.push(url)
      let handled: Promise<void> | undefined
      const waitUntil = (promise: Promise<void>) => {
        handled = promise
      }
      const notification = { data: { path: to }, close: () => opened.push('closed') }
      scope.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }))
      await handled
      return opened
    }, path)
  expect(await click(message.path)).toEqual(['closed', origin + message.path])
  expect(await click('https://elsewhere.example/')).toEqual(['closed'])
})
