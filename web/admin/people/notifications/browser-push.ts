import { adminHome } from '../../../session/homes.ts'

const workerUrl = '/push-worker.js'

const isIos = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

const blocked =
  'Notifications of the shop are blocked in this browser. Allow them in its settings for this site, then load this page again.'

/** Why this browser cannot show notifications; undefined when it can. */
export function findObstacle(): string | undefined {
  if (!window.isSecureContext) return 'Notifications need an address of the shop that begins with https.'
  const hasPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!hasPush && isIos())
    return 'On an iPhone or iPad, add the shop to the home screen first: open it in Safari, press Share, then “Add to Home Screen”. Open the shop from there, sign in, and come back to this page.'
  if (!hasPush) return 'This browser does not support notifications. Current versions of Chrome, Edge, Firefox and Safari do.'
  return Notification.permission === 'denied' ? blocked : undefined
}

const toBase64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Whether a subscription was made with the key that the shop has now. */
function hasKey(subscription: PushSubscription, publicKey: string): boolean {
  const { applicationServerKey } = subscription.options
  return applicationServerKey !== null && toBase64Url(applicationServerKey) === publicKey
}

const findRegistration = () => navigator.serviceWorker.getRegistration(adminHome)

/** Whether this browser takes notifications of the shop. */
export async function isSubscribed(publicKey: string): Promise<boolean> {
  const registration = await findRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  return subscription ? hasKey(subscription, publicKey) : false
}

/** Waits until a new worker runs: a subscription needs one. */
async function waitForWorker({ installing, waiting, active }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting ?? active
  if (!worker || worker.state === 'activated') return
  await new Promise<void>((resolve) => {
    worker.addEventListener('statechange', () => ['activated', 'redundant'].includes(worker.state) && resolve())
  })
}

/** What the shop needs to notify this browser, or why there is none. */
type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } } | { obstacle: string }

/** Asks for the permission, and subscribes this browser. */
export async function subscribe(publicKey: string): Promise<Subscription> {
  const permission = await Notification.requestPermission()
  if (permission === 'denied') return { obstacle: blocked }
  if (permission !== 'granted') return { obstacle: 'The browser has not been allowed to show notifications.' }
  try {
    const registration = await navigator.serviceWorker.register(workerUrl, { scope: adminHome })
    await waitForWorker(registration)
    const former = await registration.pushManager.getSubscription()
    // A browser keeps the key of its first subscription.
    if (former && !hasKey(former, publicKey)) await former.unsubscribe()
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
    return { endpoint, keys: { p256dh, auth } }
  } catch {
    return { obstacle: 'The push service of this browser could not be reached. Please try again later.' }
  }
}

/** Ends the subscription of this browser, if there is one, and removes the worker. */
export async function unsubscribe(): Promise<void> {
  const registration = await findRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
  await registration?.unregister()
}
