import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PushDevice } from '#contract/accounts/push-devices.ts'
import { errorAnswer, fakeApi } from '../../../api/fake-api.ts'
import { DeviceList } from './device-list.tsx'
import { ThisDevice } from './this-device.tsx'

const keyBytes = Uint8Array.from({ length: 65 }, (_, index) => index + 3)
const publicKey = btoa(String.fromCharCode(...keyBytes))
  .replaceAll('+', '-')
  .replaceAll('/', '_')
  .replaceAll('=', '')

const device: PushDevice = {
  _id: 'd1',
  device: 'Chrome on Android',
  kinds: ['orders', 'problems'],
  createdAt: '2026-11-23T04:30:00Z',
  lastSentAt: null,
  isFailing: false,
  isCurrent: true,
}

const subscriptionBody = { endpoint: 'https://push.example/1', keys: { p256dh: 'key', auth: 'secret' } }

/** A browser with push, whose permission is asked for. */
function stubBrowser({
  permission = 'default',
  answer = 'granted',
  subscribedWith,
  isRefused = false,
}: {
  permission?: string
  answer?: string
  subscribedWith?: Uint8Array
  isRefused?: boolean
} = {}) {
  const unsubscribe = vi.fn(async () => {
    subscription = null
    return true
  })
  const build = (key: Uint8Array) => ({ options: { applicationServerKey: key.buffer }, unsubscribe, toJSON: () => subscriptionBody })
  let subscription = subscribedWith ? build(subscribedWith) : null
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: vi.fn(async () => {
      if (isRefused) throw new DOMException('push service error', 'AbortError')
      subscription = build(keyBytes)
      return subscription
    }),
  }
  const registration = { pushManager, active: { state: 'activated' }, unregister: vi.fn(async () => true) }
  const register = vi.fn(async () => registration)
  const getRegistration = async () => (subscribedWith || register.mock.calls.length > 0 ? registration : undefined)
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission, requestPermission: async () => answer })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { register, getRegistration } })
  return { register, unsubscribe, subscribe: pushManager.subscribe, unregister: registration.unregister }
}

beforeEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const onChanged = vi.fn(async () => {})
const renderDevice = (devices: readonly PushDevice[] = []) =>
  render(<ThisDevice publicKey={publicKey} devices={devices} onChanged={onChanged} />)
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('this device is notified after a click, once', async () => {
  const { register, subscribe } = stubBrowser()
  let answer = (_reply: object) => {}
  const calls = fakeApi({ 'POST /push/devices': () => new Promise((resolve) => (answer = resolve)) })
  const { rerender } = renderDevice()
  const button = await screen.findByRole('button', { name: 'Notify this device' })
  expect(register).not.toHaveBeenCalled()
  await userEvent.dblClick(button)
  await waitFor(() => expect(calls).toHaveLength(1))
  await userEvent.click(button)
  answer({ message: 'Notified from now on.' })
  await screen.findByText('Notified from now on.')
  expect(calls.map(({ body }) => body)).toEqual([subscriptionBody])
  expect(register).toHaveBeenCalledExactlyOnceWith('/push-worker.js', { scope: '/AdminDashboardWrapper' })
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey: publicKey })
  rerender(<ThisDevice publicKey={publicKey} devices={[device]} onChanged={onChanged} />)
  await screen.findByRole('button', { name: 'Switch off' })
})

test('a device that is on is switched off, also when it was removed elsewhere', async () => {
  const { unsubscribe, unregister } = stubBrowser({ permission: 'granted', subscribedWith: keyBytes })
  const calls = fakeApi({ 'DELETE /push/devices/:id': () => errorAnswer({ status: 404, message: 'Not notified any more.' }) })
  renderDevice([{ ...device, _id: 'other', isCurrent: false }, device])
  await click('Switch off')
  await screen.findByText('Not notified any more.')
  expect(calls.map(({ path }) => path)).toEqual(['/push/devices/d1'])
  expect([unsubscribe.mock.calls.length, unregister.mock.calls.length]).toEqual([1, 1])
})

test('a device stays on when the shop does not answer', async () => {
  const { unsubscribe } = stubBrowser({ permission: 'granted', subscribedWith: keyBytes })
  fakeApi({ 'DELETE /push/devices/:id': () => 'offline' })
  renderDevice([device])
  await click('Switch off')
  await waitFor(() => expect(screen.getByRole('status').textContent).not.toBe(''))
  expect(unsubscribe).not.toHaveBeenCalled()
})

test('a subscription with an earlier key of the shop is off, and is replaced', async () => {
  const { unsubscribe } = stubBrowser({ permission: 'granted', subscribedWith: new Uint8Array(65) })
  fakeApi({ 'POST /push/devices': () => ({ message: 'Done.' }) })
  renderDevice([device])
  await click('Notify this device')
  await screen.findByText('Done.')
  expect(unsubscribe).toHaveBeenCalledOnce()
})

test.each([
  ['the permission is denied', { answer: 'denied' }, /blocked in this browser/],
  ['the question is closed', { answer: 'default' }, /has not been allowed/],
  ['the push service cannot be reached', { isRefused: true }, /could not be reached/],
])('nothing is sent when %s', async (_what, browser, text) => {
  stubBrowser(browser)
  const calls = fakeApi({})
  renderDevice()
  await click('Notify this device')
  await screen.findByText(text)
  expect(calls).toEqual([])
})

test('a full list of devices is said', async () => {
  stubBrowser()
  fakeApi({ 'POST /push/devices': () => errorAnswer({ status: 409, message: 'Please remove one first.' }) })
  renderDevice()
  await click('Notify this device')
  await screen.findByText('Please remove one first.')
})

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1'

test.each([
  ['blocked', () => void stubBrowser({ permission: 'denied' }), /blocked in this browser/],
  ['without push', () => vi.stubGlobal('isSecureContext', true), /does not support notifications/],
  ['without https', () => vi.stubGlobal('isSecureContext', false), /begins with https/],
  [
    'on iOS in a tab',
    () => {
      vi.stubGlobal('isSecureContext', true)
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(iphone)
    },
    /Add to Home Screen/,
  ],
])('a browser %s says so and has no button', async (_what, prepare, text) => {
  prepare()
  renderDevice()
  await screen.findByText(text)
  expect(screen.queryByRole('button')).toBeNull()
})

test('what a device is notified of is chosen, one request at a time', async () => {
  const answers: ((reply: object) => void)[] = []
  const calls = fakeApi({ 'PATCH /push/devices/:id': () => new Promise((resolve) => answers.push(resolve)) })
  render(<DeviceList devices={[device]} onChanged={onChanged} onRemoved={vi.fn()} />)
  const box = screen.getByRole('checkbox', { name: 'New orders on Chrome on Android, this device' })
  await userEvent.click(box)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Problems on Chrome on Android, this device' }))
  answers[0]?.({ message: 'Saved.' })
  await screen.findByText('Saved.')
  expect(calls.map(({ body }) => body)).toEqual([{ kinds: ['problems'] }])
  expect(onChanged).toHaveBeenCalled()
})

test('a test is sent, and a device that has ended leaves the list', async () => {
  const answers: (object | Response)[] = [{ message: 'Sent.' }, errorAnswer({ status: 404, message: 'No longer notified.' })]
  fakeApi({ 'POST /push/devices/:id/test': () => answers.shift() ?? {} })
  const onRemoved = vi.fn(async () => {})
  render(<DeviceList devices={[{ ...device, isFailing: true }]} onChanged={onChanged} onRemoved={onRemoved} />)
  screen.getByText(/did not take the last notification/)
  await click('Send a test to Chrome on Android, this device')
  await screen.findByText('Sent.')
  expect(onRemoved).not.toHaveBeenCalled()
  await click('Send a test to Chrome on Android, this device')
  await waitFor(() => expect(onRemoved).toHaveBeenCalledExactlyOnceWith('No longer notified.'))
})

test('removing this device also ends its subscription, removing another does not', async () => {
  const { unsubscribe } = stubBrowser({ permission: 'granted', subscribedWith: keyBytes })
  const calls = fakeApi({ 'DELETE /push/devices/:id': () => ({ message: 'Removed.' }) })
  const onRemoved = vi.fn(async () => {})
  const other = { ...device, _id: 'd2', device: '', isCurrent: false }
  render(<DeviceList devices={[device, other]} onChanged={onChanged} onRemoved={onRemoved} />)
  await click('Remove Unknown browser')
  await waitFor(() => expect(onRemoved).toHaveBeenCalledTimes(1))
  expect(unsubscribe).not.toHaveBeenCalled()
  await click('Remove Chrome on Android, this device')
  await waitFor(() => expect(onRemoved).toHaveBeenCalledTimes(2))
  expect(unsubscribe).toHaveBeenCalledOnce()
  expect(calls.map(({ path }) => path)).toEqual(['/push/devices/d2', '/push/devices/d1'])
})
