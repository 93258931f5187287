import { useEffect, useState } from 'react'
import type { PushDevice } from '#contract/accounts/push-devices.ts'
import { ApiError } from '../../../api/client.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { findObstacle, isSubscribed, subscribe, unsubscribe } from './browser-push.ts'

/** `checking` until the browser has told. */
type DeviceState = 'checking' | 'off' | 'on' | { readonly obstacle: string }

interface PushDevices {
  readonly publicKey: string
  readonly devices: readonly PushDevice[]
}

/** On when both the browser and the shop know the subscription. */
function useDeviceState({ publicKey, devices }: PushDevices): DeviceState {
  const [state, setState] = useState<DeviceState>('checking')
  useEffect(() => {
    let isCurrent = true
    const read = async (): Promise<DeviceState> => {
      const obstacle = findObstacle()
      if (obstacle !== undefined) return { obstacle }
      return devices.some((device) => device.isCurrent) && (await isSubscribed(publicKey)) ? 'on' : 'off'
    }
    read()
      // Some browsers refuse to look in private windows.
      .catch(() => 'off' as const)
      .then((next) => isCurrent && setState(next))
    return () => {
      isCurrent = false
    }
  }, [publicKey, devices])
  return state
}

const removeDevice = (id: string) =>
  callSignedIn('DELETE /push/devices/:id', { params: { id } }).catch((error: unknown) => {
    // Removed meanwhile.
    if (error instanceof ApiError && error.status === 404) return { message: error.message }
    throw error
  })

/** Switches the notifications of this browser on and off. */
export function ThisDevice({ publicKey, devices, onChanged }: PushDevices & { onChanged: () => Promise<void> }) {
  const state = useDeviceState({ publicKey, devices })
  const { busy, message, run } = useAction()
  const switchOn = () =>
    run(async () => {
      const subscription = await subscribe(publicKey)
      if ('obstacle' in subscription) return { message: subscription.obstacle, isError: true }
      const reply = await callSignedIn('POST /push/devices', { body: subscription })
      await onChanged()
      return reply
    })
  const switchOff = () =>
    run(async () => {
      const device = devices.find(({ isCurrent }) => isCurrent)
      const reply = device && (await removeDevice(device._id))
      await unsubscribe()
      await onChanged()
      return reply ?? { message: '' }
    })
  if (typeof state === 'object') return <p className="rounded-control bg-sunk p-4">{state.obstacle}</p>
  return (
    <>
      <p>
        {state === 'on'
          ? 'On. Your list of devices says what it is notified of.'
          : state === 'off'
            ? 'Off. Your browser will ask for your permission.'
            : 'Checking…'}
      </p>
      {state !== 'checking' && (
        <Button
          variant={state === 'on' ? 'outline' : 'primary'}
          aria-disabled={busy}
          onClick={state === 'on' ? switchOff : switchOn}
          className="min-h-12 self-start"
        >
          {busy ? 'Please wait…' : state === 'on' ? 'Switch off' : 'Notify this device'}
        </Button>
      )}
      <StatusMessage message={message} />
    </>
  )
}
