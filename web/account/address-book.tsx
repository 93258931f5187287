import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useRevalidator } from 'react-router'
import type { BookAddress } from '#contract/accounts/address-book.ts'
import { type DeliveryAddress, describeAddressProblem } from '#contract/kernel/address.ts'
import { quantities } from '#contract/kernel/business.ts'
import { ApiError, isUnauthorized } from '../api/client.ts'
import { getErrorText } from '../api/error-text.ts'
import { parseAddress } from '../orders/shared/address-fields.ts'
import { codResolver } from '../orders/shared/address-form.ts'
import { DeliveryFields } from '../orders/shared/delivery-fields.tsx'
import { usePinCodeHint } from '../orders/shared/use-pin-code-hint.ts'
import { callSignedIn } from '../session/call-signed-in.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { useReturnFocus } from '../ui/dialog/use-return-focus.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FormError } from '../ui/form-error.tsx'
import { pageTitle } from '../ui/page-title.ts'
import { showToast } from '../ui/toast.ts'
import type { Route } from './+types/address-book'

export const clientLoader = () => callSignedIn('GET /users/account/addresses', {})

export const meta = pageTitle('Delivery addresses')

/** The shopper's delivery addresses. */
export default function AddressBook({ loaderData: { addresses } }: Route.ComponentProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { revalidate } = useRevalidator()
  /** `new`, or the address that is edited */
  const [edited, setEdited] = useState<BookAddress | 'new'>()
  const showList = async (message?: string) => {
    if (message !== undefined) {
      showToast({ text: message })
      await revalidate()
    }
    setEdited(undefined)
    heading.current?.focus()
  }
  const addButton = (
    <Button variant="primary" onClick={() => setEdited('new')}>
      Add an address
    </Button>
  )
  const isFull = addresses.length >= quantities.maxAddresses
  return (
    <div className="page-width flex flex-col gap-8 pt-8 sm:pt-12">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <h1 ref={heading} tabIndex={-1} className="title outline-none">
          Delivery addresses
        </h1>
        <Link to="/UserDashboard/account" className="link inline-flex min-h-11 items-center font-medium">
          My account
        </Link>
      </div>
      {edited && <BookAddressForm edited={edited === 'new' ? undefined : edited} onSaved={showList} onCancel={() => showList()} />}
      {!edited && addresses.length === 0 && (
        <EmptyState title="No addresses yet" action={addButton}>
          <p>Save an address once, and pick it at checkout instead of typing it again.</p>
        </EmptyState>
      )}
      {!edited && addresses.length > 0 && (
        <>
          <ul aria-label="Delivery addresses" className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
            {addresses.map((address) => (
              <AddressCard key={address._id} entry={address} onEdit={() => setEdited(address)} onChanged={showList} />
            ))}
          </ul>
          {isFull ? (
            <p className="text-soft">You can save up to {quantities.maxAddresses} addresses. Delete one to add another.</p>
          ) : (
            <div>{addButton}</div>
          )}
        </>
      )}
    </div>
  )
}

interface AddressCardProps {
  entry: BookAddress
  onEdit: () => void
  onChanged: (message: string) => Promise<void>
}

function AddressCard({ entry: { _id: id, isDefault, address }, onEdit, onChanged }: AddressCardProps) {
  const { revalidate } = useRevalidator()
  const [isDeleting, setDeleting] = useState(false)
  const [busy, setBusy] = useState(false)
  const name = `${address.firstName} ${address.lastName}`.trim()
  const lines = [address.address, address.landmark ?? '', `${address.city} ${address.pinCode}`, address.state, address.phone, address.email]
  const change = async (send: () => Promise<{ message: string }>) => {
    if (busy) return
    setBusy(true)
    try {
      await onChanged((await send()).message)
    } catch (error) {
      showToast({ text: getErrorText({ error, fallback: 'That did not work. Please try again.' }), kind: 'error' })
      await revalidate()
    }
    setBusy(false)
    setDeleting(false)
  }
  return (
    <li className={`flex flex-col gap-4 rounded-control border p-5 ${isDefault ? 'border-ink' : 'border-line'}`}>
      <address className="flex flex-col not-italic wrap-anywhere text-soft">
        <span className="flex flex-wrap items-baseline justify-between gap-x-4 text-ink">
          <span id={`address-${id}`} className="font-semibold">
            {name}
          </span>
          {isDefault && <span className="text-sm font-medium">Default</span>}
        </span>
        {lines
          .filter((line) => line.trim() !== '')
          .map((line) => (
            <span key={line}>{line}</span>
          ))}
      </address>
      <div className="mt-auto flex flex-wrap gap-2">
        <Button disabled={busy} aria-describedby={`address-${id}`} onClick={onEdit}>
          Edit
        </Button>
        {!isDefault && (
          <Button
            disabled={busy}
            aria-describedby={`address-${id}`}
            onClick={() => change(() => callSignedIn('POST /users/account/addresses/:id/default', { params: { id } }))}
          >
            Make default
          </Button>
        )}
        <Button variant="quiet" disabled={busy} aria-describedby={`address-${id}`} onClick={() => setDeleting(true)}>
          Delete
        </Button>
      </div>
      {isDeleting && (
        <ConfirmDialog
          title="Delete this address?"
          text={`${name}, ${address.address}. Orders that are on their way still go there.`}
          action="Delete the address"
          busy={busy}
          onConfirm={() => change(() => callSignedIn('DELETE /users/account/addresses/:id', { params: { id } }))}
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  )
}

interface BookAddressFormProps {
  /** undefined: a new address */
  edited: BookAddress | undefined
  onSaved: (message: string) => Promise<void>
  onCancel: () => void
}

/** Adds or changes an address of the address book. */
function BookAddressForm({ edited, onSaved, onCancel }: BookAddressFormProps) {
  const form = useForm<DeliveryAddress>({ resolver: codResolver, defaultValues: parseAddress(edited?.address), reValidateMode: 'onChange' })
  const pinCodeHint = usePinCodeHint(form)
  const { errors, isSubmitting } = form.formState
  const [error, setError] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const button = useReturnFocus({ failed: error !== undefined, busy: isSubmitting })
  useEffect(() => heading.current?.focus(), [])

  const save = async (body: DeliveryAddress) => {
    setError(undefined)
    try {
      const { message } = await (edited
        ? callSignedIn('PATCH /users/account/addresses/:id', { params: { id: edited._id }, body })
        : callSignedIn('POST /users/account/addresses', { body }))
      await onSaved(message)
    } catch (failure) {
      if (isUnauthorized(failure)) throw failure
      const fields = failure instanceof ApiError ? Object.entries(failure.fields) : []
      for (const [name, message] of fields) form.setError(name as keyof DeliveryAddress, { message }, { shouldFocus: true })
      if (fields.length === 0) setError(getErrorText({ error: failure, fallback: 'The address could not be saved. Please try again.' }))
    }
  }
  const summary = Object.keys(errors).length > 0 ? describeAddressProblem(errors) : undefined
  return (
    <form
      noValidate
      method="post"
      aria-labelledby="address-form"
      onSubmit={form.handleSubmit(save)}
      className="flex max-w-3xl flex-col gap-6"
    >
      <h2 id="address-form" ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
        {edited ? 'Edit the address' : 'New address'}
      </h2>
      <DeliveryFields form={form} pinCodeHint={pinCodeHint} />
      <FormError text={error ?? summary} />
      <div className="flex flex-wrap gap-3">
        <Button ref={button} type="submit" variant="primary" disabled={isSubmitting} aria-busy={isSubmitting} className="min-h-12">
          {isSubmitting ? 'Saving…' : 'Save address'}
        </Button>
        <Button disabled={isSubmitting} onClick={onCancel} className="min-h-12">
          Cancel
        </Button>
      </div>
    </form>
  )
}
