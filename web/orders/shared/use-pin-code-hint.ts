import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { DeliveryAddress } from '#contract/address.ts'
import type { CallReply } from '#contract/contract.ts'
import { call } from '../../api/client.ts'
import { indianStates } from './indian-states.ts'
import { normalizePinCode } from './normalize-digits.ts'

export interface PinCodeHint {
  readonly district: string | undefined
  /** neither the PIN code nor its first three digits are known */
  readonly isUnknown: boolean
}

/**
 * Looks up the PIN code of the form: fills the state unless the shopper has chosen one, and returns the district. Only a
 * hint: an unknown PIN code is not refused, and a failed look-up changes nothing.
 */
export function usePinCodeHint({ control, getValues, setValue, getFieldState }: UseFormReturn<DeliveryAddress>): PinCodeHint {
  const pinCode = normalizePinCode(useWatch({ control, name: 'pinCode' }))
  const [found, setFound] = useState<{ pinCode: string; state: string; district: string }>()
  const filledState = useRef<string>(undefined)

  const show = useEffectEvent(({ state, district }: CallReply<'GET /pins/:pin'>) => {
    setFound({ pinCode, state, district })
    const current = getValues('state')
    const isChosen = current !== '' && current !== filledState.current
    if (isChosen || current === state || !indianStates.some((name) => name === state)) return
    filledState.current = state
    setValue('state', state, { shouldDirty: true, shouldValidate: getFieldState('state').invalid })
  })

  useEffect(() => {
    if (!/^[1-9]\d{5}$/.test(pinCode)) return
    const abort = new AbortController()
    call('GET /pins/:pin', { params: { pin: pinCode } }, { signal: abort.signal }).then(
      (area) => !abort.signal.aborted && show(area),
      () => {},
    )
    return () => abort.abort()
  }, [pinCode])

  const area = found?.pinCode === pinCode ? found : undefined
  return { district: area?.district, isUnknown: area?.state === '' }
}
