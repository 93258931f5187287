import type { PushDevice, PushKind } from '#contract/accounts/push-devices.ts'
import { ApiError } from '../../../api/client.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../kit/checkbox.tsx'
import { formatDate, formatDateTime } from '../../kit/format-time.ts'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { unsubscribe } from './browser-push.ts'

const kindLabels: Readonly<Record<PushKind, string>> = { orders: 'New orders', problems: 'Problems' }
const kinds = Object.keys(kindLabels) as PushKind[]

interface DeviceProps {
  readonly device: PushDevice
  readonly onChanged: () => Promise<void>
  readonly onRemoved: (message: string) => Promise<void>
}

function describe({ createdAt, lastSentAt, isCurrent }: PushDevice): string {
  const last = lastSentAt === null ? 'not notified yet' : `last notified ${formatDateTime(lastSentAt)}`
  return `${isCurrent ? 'This device' : 'Another device'}, since ${formatDate(createdAt)}, ${last}`
}

/** The devices on which the administrator is notified. */
export function DeviceList({ devices, ...actions }: { devices: readonly PushDevice[] } & Omit<DeviceProps, 'device'>) {
  if (devices.length === 0) return <p className="text-soft">No device is notified.</p>
  return (
    <ul className="flex flex-col divide-y divide-line">
      {devices.map((device) => (
        <Device key={device._id} device={device} {...actions} />
      ))}
    </ul>
  )
}

function Device({ device, onChanged, onRemoved }: DeviceProps) {
  const { busy, message, run } = useAction()
  const name = device.device || 'Unknown browser'
  const fullName = device.isCurrent ? `${name}, this device` : name
  const params = { id: device._id }
  /** Somebody else, or the push service, may have ended the device meanwhile. */
  const runUnlessGone = (request: () => Promise<{ message: string }>) =>
    run(() =>
      request().catch(async (error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error
        await onRemoved(error.message)
        return { message: error.message, isError: true }
      }),
    )
  const toggle = (kind: PushKind) =>
    runUnlessGone(async () => {
      const chosen = kinds.filter((each) => device.kinds.includes(each) !== (each === kind))
      const reply = await callSignedIn('PATCH /push/devices/:id', { params, body: { kinds: chosen } })
      await onChanged()
      return reply
    })
  const remove = () =>
    runUnlessGone(async () => {
      const reply = await callSignedIn('DELETE /push/devices/:id', { params })
      if (device.isCurrent) await unsubscribe()
      await onRemoved(reply.message)
      return reply
    })
  return (
    <li className="flex flex-col gap-3 py-5 first:pt-0">
      <div className="flex flex-col gap-1">
        <h3 className="font-medium">{name}</h3>
        <p className="text-sm text-soft">{describe(device)}</p>
        {device.isFailing && (
          <p className="text-sm text-bad">Its push service did not take the last notification. The shop will try again.</p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-2">
        {kinds.map((kind) => (
          <Checkbox
            key={kind}
            aria-label={`${kindLabels[kind]} on ${fullName}`}
            aria-disabled={busy}
            checked={device.kinds.includes(kind)}
            onChange={() => toggle(kind)}
          >
            {kindLabels[kind]}
          </Checkbox>
        ))}
        <div className="flex flex-wrap gap-3">
          <Button
            aria-disabled={busy}
            aria-label={`Send a test to ${fullName}`}
            onClick={() => runUnlessGone(() => callSignedIn('POST /push/devices/:id/test', { params }))}
          >
            Send a test
          </Button>
          <Button aria-disabled={busy} aria-label={`Remove ${fullName}`} onClick={remove}>
            Remove
          </Button>
        </div>
      </div>
      <StatusMessage message={message} />
    </li>
  )
}
