import { useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { CallInput, CallReply } from '#contract/contract.ts'
import { formatDeliveryDay } from '#contract/orders/delivery-estimate.ts'
import { failedDeliveryLimits } from '#contract/orders/failed-delivery-days.ts'
import { ApiError, call, NetworkError } from '../../api/client.ts'
import { describeFailure } from '../../api/describe-failure.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'

type Delivery = NonNullable<CallReply<'POST /order/failed-delivery/find'>['delivery']>
type Answer = CallInput<'POST /order/failed-delivery/answer'>['body']

interface FailedDeliveryProps {
  /** of the link in a mail, or the id of one's own order */
  access: { readonly token: string } | { readonly orderId: string }
}

interface FailedDeliverySectionProps extends FailedDeliveryProps {
  /** of its title */
  heading?: 'h2' | 'h3'
}

/** What the shopper can say about a parcel that could not be delivered. Shows nothing when no delivery has failed. */
export function FailedDelivery({ access, heading: Heading = 'h3' }: FailedDeliverySectionProps) {
  const [delivery, setDelivery] = useState<Delivery | null>(null)
  const load = async () => {
    try {
      setDelivery((await call('POST /order/failed-delivery/find', { body: access })).delivery)
    } catch (error) {
      // The page shows its order without it.
      if (!(error instanceof ApiError || error instanceof NetworkError)) throw error
    }
  }
  const loadFirst = useEffectEvent(() => void load())
  useEffect(() => loadFirst(), [])
  if (delivery === null) return null
  return (
    <section aria-labelledby="failed-delivery" className="flex max-w-prose flex-col gap-4">
      <Heading id="failed-delivery" className="font-display text-2xl">
        {delivery.canAnswer ? 'Your parcel could not be delivered' : 'Delivery'}
      </Heading>
      {delivery.reason !== '' && <p className="wrap-anywhere text-soft">The courier says: {delivery.reason}</p>}
      <p role="status" className="font-medium empty:hidden">
        {delivery.message}
      </p>
      {delivery.canAnswer && <AnswerForm key={delivery.message} access={access} delivery={delivery} onChange={load} />}
    </section>
  )
}

type Values = Record<'deliverOn' | 'addressLine' | 'phone', string>

interface AnswerFormProps extends FailedDeliveryProps {
  delivery: Delivery
  /** reads the delivery again */
  onChange: () => Promise<void>
}

function AnswerForm({ access, delivery: { days, attempts, message }, onChange }: AnswerFormProps) {
  const { register, handleSubmit, formState, setError } = useForm<Values>({ defaultValues: { deliverOn: '', addressLine: '', phone: '' } })
  const { errors } = formState
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const send = async (answer: Pick<Answer, 'action'> & Partial<Answer>) => {
    if (busy) return
    setBusy(true)
    try {
      await call('POST /order/failed-delivery/answer', { body: { ...answer, ...access } })
      setAsking(false)
      await onChange()
    } catch (failure) {
      const fields = failure instanceof ApiError ? Object.entries(failure.fields) : []
      for (const [name, text] of fields) setError(name as keyof Values, { message: text }, { shouldFocus: true })
      if (fields.length === 0) setError('root', { message: describeFailure(failure) })
      // Another tab or the shop has answered.
      if (failure instanceof ApiError && failure.status === 409) await onChange()
    } finally {
      setBusy(false)
    }
  }
  const error = errors.root?.message
  return (
    <>
      {message === null && attempts < failedDeliveryLimits.attempts && (
        <p>Say what the courier is to do. Without an answer it usually tries again.</p>
      )}
      <form
        noValidate
        method="post"
        aria-label="Another delivery"
        className="flex flex-col gap-4"
        onSubmit={handleSubmit(({ deliverOn, ...values }) => send({ action: 'deliver again', ...values, deliverOn: deliverOn || null }))}
      >
        <SelectField {...register('deliverOn')} label="Day" optional error={errors.deliverOn?.message}>
          <option value="">As soon as possible</option>
          {days.map((day) => (
            <option key={day} value={day}>
              {formatDeliveryDay(day)}
            </option>
          ))}
        </SelectField>
        <TextField
          {...register('addressLine')}
          label="Landmark or floor"
          hint="Added to your address"
          optional
          maxLength={failedDeliveryLimits.addressLine}
          error={errors.addressLine?.message}
        />
        <TextField
          {...register('phone')}
          label="Another phone"
          hint="10 digits, for the courier"
          optional
          type="tel"
          autoComplete="tel-national"
          error={errors.phone?.message}
        />
        <FormError text={error} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" aria-disabled={busy}>
            Deliver it again
          </Button>
          <Button aria-disabled={busy} onClick={() => setAsking(true)}>
            I do not want it
          </Button>
        </div>
      </form>
      {isAsking && (
        <ConfirmDialog
          title="You do not want your order?"
          text="The courier is asked to bring the parcel back to us. This cannot be undone when the courier knows it."
          action="Yes, send it back"
          busy={busy}
          error={error}
          onConfirm={() => send({ action: 'bring back' })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
