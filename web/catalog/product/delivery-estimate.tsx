import { type SubmitEvent, useId, useState } from 'react'
import type { Product } from '#contract/catalog/products.ts'
import type { Policies } from '#contract/kernel/limits/policy-numbers.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { estimateDelivery, formatDeliveryDay } from '#contract/orders/delivery-estimate.ts'
import { call } from '../../api/client.ts'
import { usePolicies } from '../../layout/store-config.ts'
import { findDeliveryDays, type PinAnswer } from '../../orders/shared/pin-answer.ts'
import { rememberPinCode } from '../../orders/shared/use-pin-answer.ts'
import { Button } from '../../ui/button.tsx'

/** Cash is taken everywhere else. */
function describeCod({ cod, advance }: Partial<PinAnswer> = {}): string {
  if (cod === 'no') return ' Pay online: cash on delivery is not possible there.'
  return cod === 'advance' && advance ? ` Cash on delivery needs ${formatRupees(advance)} in advance.` : ''
}

/** What a delivery costs, which depends on the whole order. */
function describeDelivery({ place, policies, charge }: { place: string; policies: Policies; charge: number | undefined }): string {
  const { shippingChargeRupees = 0, freeShippingFromRupees = 0 } = policies
  const price = charge ?? shippingChargeRupees
  if (price === 0) return `Free delivery to ${place}`
  const freeFrom = freeShippingFromRupees > 0 ? `, free from ${formatRupees(freeShippingFromRupees)}` : ''
  return `Delivery to ${place} for ${formatRupees(price)}${freeFrom}`
}

/** When an order of today should arrive at a PIN code, and what is not possible there. An unknown one has no estimate. */
export function DeliveryEstimate({ product }: { product: Pick<Product, 'dispatchDays'> }) {
  const id = useId()
  const [pin, setPin] = useState('')
  const [estimate, setEstimate] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const policies = usePolicies()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const digits = pin.replace(/[\s-]/g, '')
    const isPin = /^[1-9]\d{5}$/.test(digits)
    setInvalid(!isPin)
    if (!isPin) return setEstimate('')
    const area = await call('GET /pins/:pin', { params: { pin: digits } }).catch(() => undefined)
    rememberPinCode(digits)
    const place = [area?.district, area?.state].filter(Boolean).join(', ')
    if (area?.deliver === false) return setEstimate(`We do not deliver to ${place ? `${digits}, ${place},` : digits} yet.`)
    if (area?.state === '') return setEstimate(screenTexts.unknownPinCode)
    const { from, by } = estimateDelivery({
      orderedAt: new Date(),
      policies: findDeliveryDays({ answer: area, policies, items: [product] }),
    })
    setEstimate(
      `${describeDelivery({ place: place || digits, policies, charge: area?.charge })}, estimated between ${formatDeliveryDay(from)} and ${formatDeliveryDay(by)}.${describeCod(area)}`,
    )
  }
  return (
    <form noValidate onSubmit={submit} className="hidden flex-col gap-1.5 js:flex">
      <label htmlFor={id} className="font-medium">
        Delivery to your PIN code
      </label>
      <div className="flex max-w-80 gap-2">
        <input
          id={id}
          value={pin}
          onChange={(event) => setPin(event.currentTarget.value)}
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={10}
          aria-invalid={isInvalid ? true : undefined}
          aria-describedby={`${id}-result`}
          className="min-h-11 w-full min-w-0 rounded-control border border-edge bg-raised px-3 hover:border-ink aria-invalid:border-2 aria-invalid:border-bad"
        />
        <Button type="submit">Check</Button>
      </div>
      <p id={`${id}-result`} role="status" className={isInvalid ? 'text-sm font-medium text-bad' : 'text-sm text-soft'}>
        {isInvalid ? 'PIN code must have exactly 6 digits.' : estimate}
      </p>
    </form>
  )
}
