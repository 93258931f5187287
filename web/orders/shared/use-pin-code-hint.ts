import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { DeliveryAddress } from '#contract/kernel/address.ts'
import { normalizePinCode } from '#contract/kernel/typed-numbers.ts'
import { indianStates } from '#contract/tax/states.ts'
import { call } from '../../api/client.ts'
import type { PinAnswer } from './pin-answer.ts'

export interface PinCodeHint {
  readonly district: string | undefined
  /** neither the PIN code nor its first three digits are known */
  readonly isUnknown: boolean
  /** undefined until the shop has answered */
  readonly answer: PinAnswer | undefined
}

/**
 * Looks up the PIN code of the form: fills state and city unless the shopper has chosen them, and returns the district. Only a
 * hint: an unknown PIN code is not refused, and a failed look-up changes nothing.
 */
export function usePinCodeHint({ control, getValues, setValue, getFieldState }: UseFormReturn<DeliveryAddress>): PinCodeHint {
  const pinCode = normalizePinCode(useWatch({ control, name: 'pinCode' }))
  const [found, setFound] = useState<{ pinCode: string; answer: PinAnswer }>()
  const filled = useRef<{ state?: string; city?: string }>({})

  const show = useEffectEvent((answer: PinAnswer) => {
    setFound({ pinCode, answer })
    const fill = (name: 'state' | 'city', value: string) => {
      const current = getValues(name)
      const isChosen = current !== '' && current !== filled.current[name]
      if (isChosen || current === value || value === '') return
      filled.current[name] = value
      setValue(name, value, { shouldDirty: true, shouldValidate: getFieldState(name).invalid })
    }
    if (indianStates.some(({ name }) => name === answer.state)) fill('state', answer.state)
    fill('city', answer.district)
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

  const answer = found?.pinCode === pinCode ? found.answer : undefined
  return { district: answer?.district, isUnknown: answer?.state === '', answer }
}
