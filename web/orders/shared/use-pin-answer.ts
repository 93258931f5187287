import { useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import { readStoredJson, storeJson } from '../../api/stored-json.ts'
import { draftKey } from '../../session/drafts.ts'
import type { PinAnswer } from './pin-answer.ts'

const isPinCode = (pin: unknown): pin is string => typeof pin === 'string' && /^[1-9]\d{5}$/.test(pin)

/** Remembers a PIN code for the cart until the tab is closed or somebody signs out. */
export const rememberPinCode = (pin: string): void => void storeJson('sessionStorage', draftKey('pin code'), pin)

/** The PIN code of the delivery form, or else the one that was checked on a product's page; undefined without one. */
export function readKnownPinCode(): string | undefined {
  const draft = readStoredJson('sessionStorage', draftKey('delivery')) as { pinCode?: unknown } | undefined
  return [draft?.pinCode, readStoredJson('sessionStorage', draftKey('pin code'))].find(isPinCode)
}

/** What the shop says about a PIN code; undefined until it has answered, and for what is no PIN code. */
export function usePinAnswer(pin: string | undefined): PinAnswer | undefined {
  const [found, setFound] = useState<{ pin: string; answer: PinAnswer }>()
  useEffect(() => {
    if (!isPinCode(pin)) return
    const abort = new AbortController()
    call('GET /pins/:pin', { params: { pin } }, { signal: abort.signal }).then(
      (answer) => !abort.signal.aborted && setFound({ pin, answer }),
      () => {},
    )
    return () => abort.abort()
  }, [pin])
  return found?.pin === pin ? found?.answer : undefined
}
