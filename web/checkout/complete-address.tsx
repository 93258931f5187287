import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { CallReply } from '#contract/contract.ts'
import { type DeliveryAddress, deliveryAddress } from '#contract/kernel/address.ts'
import { normalizePhone, normalizePinCode } from '#contract/kernel/typed-numbers.ts'
import { type Call, call } from '../api/client.ts'
import { describeFailure } from '../api/describe-failure.ts'
import { callContext } from '../api/load-context.ts'
import { describeLinkPage, LinkFailure, loadLink, OrderDone } from '../layout/mail-link.tsx'
import { Button } from '../ui/button.tsx'
import { useReturnFocus } from '../ui/dialog/use-return-focus.ts'
import { TextField } from '../ui/field.tsx'
import type { Route } from './+types/complete-address'

type IncompleteOrder = CallReply<'POST /order/address/find'>

const title = 'Complete your address'

const load = ({ call, request }: { call: Call; request: Request }) =>
  loadLink({ request, find: (token) => call('POST /order/address/find', { body: { token } }) })

export const loader = ({ context, request }: Route.LoaderArgs) => load({ call: context.get(callContext), request })
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load({ call, request })

export const meta: Route.MetaFunction = ({ matches }) => describeLinkPage({ title, storeName: matches[0]?.loaderData?.storeName })

/** The page of the link by which a shopper completes the address of one order. */
export default function CompleteAddress({ loaderData: { token, target: order, error } }: Route.ComponentProps) {
  return (
    <div className="page-width flex flex-col gap-8 pt-8 sm:pt-12">
      {order === undefined ? <LinkFailure title={title} error={error} /> : <AddressCompletion token={token} order={order} />}
    </div>
  )
}

function AddressCompletion({ token, order: { number, deliveryAddress: known } }: { token: string; order: IncompleteOrder }) {
  const [message, setMessage] = useState<string>()
  if (message !== undefined) return <OrderDone message={message} />
  const lines = [`${known.firstName} ${known.lastName}`, known.address, known.landmark ?? '', known.city, known.state]
  return (
    <>
      <div className="flex max-w-prose flex-col gap-3">
        <h1 className="title">Complete your address</h1>
        <p className="text-soft">
          For order <span className="font-medium text-ink tabular-nums">{number}</span> the courier needs a PIN code and a phone number.
        </p>
      </div>
      <div className="grid items-start gap-x-12 gap-y-8 md:grid-cols-[minmax(0,28rem)_minmax(0,20rem)]">
        <CompletionForm token={token} known={known} onDone={setMessage} />
        <section aria-labelledby="known-address" className="flex flex-col gap-2 rounded-control bg-sunk p-6 max-md:order-first">
          <h2 id="known-address" className="font-medium">
            Delivery to
          </h2>
          <address className="flex flex-col text-soft not-italic">
            {lines
              .filter((line) => line.trim() !== '')
              .map((line) => (
                <span key={line}>{line}</span>
              ))}
          </address>
        </section>
      </div>
    </>
  )
}

const schema = deliveryAddress.pick({ pinCode: true, phone: true })
type Completion = Pick<DeliveryAddress, 'pinCode' | 'phone'>

function CompletionForm({
  token,
  known: { pinCode, phone },
  onDone,
}: {
  token: string
  known: Completion
  onDone: (message: string) => void
}) {
  const { register, handleSubmit, formState } = useForm<Completion>({
    resolver: zodResolver(schema),
    defaultValues: { pinCode, phone },
    reValidateMode: 'onChange',
  })
  const { errors, isSubmitting } = formState
  const [error, setError] = useState<string>()
  const button = useReturnFocus({ failed: error !== undefined, busy: isSubmitting })
  const save = async (completion: Completion) => {
    setError(undefined)
    try {
      onDone((await call('POST /order/address', { body: { token, ...completion } })).message)
    } catch (failure) {
      setError(describeFailure(failure))
    }
  }
  return (
    <form noValidate method="post" aria-label="Complete your address" onSubmit={handleSubmit(save)} className="flex flex-col gap-5">
      <noscript>
        <p>This form needs JavaScript. You can also reply to our email with your PIN code and phone number.</p>
      </noscript>
      <TextField
        {...register('pinCode', { setValueAs: normalizePinCode })}
        label="PIN code"
        hint="6 digits"
        inputMode="numeric"
        autoComplete="postal-code"
        error={errors.pinCode?.message}
      />
      <TextField
        {...register('phone', { setValueAs: normalizePhone })}
        label="Phone"
        hint="10 digits, for the courier"
        type="tel"
        autoComplete="tel-national"
        error={errors.phone?.message}
      />
      <div role="alert" className="empty:hidden">
        {error && <p className="font-medium text-bad">{error}</p>}
      </div>
      <Button ref={button} type="submit" variant="primary" disabled={isSubmitting} aria-busy={isSubmitting} className="min-h-12">
        {isSubmitting ? 'Saving…' : 'Save address'}
      </Button>
    </form>
  )
}
