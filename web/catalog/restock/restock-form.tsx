import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { Product } from '#contract/catalog/products.ts'
import type { Size } from '#contract/kernel/business.ts'
import { call } from '../../api/client.ts'
import { useFormSubmission } from '../../layout/use-form-submission.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'

interface RestockFormProps {
  product: Pick<Product, '_id' | 'name'>
  /** sold-out sizes; none for a product with one stock */
  sizes: readonly Size[]
  initialSize: Size | undefined
  /** the form was opened by a button, which it replaces */
  hasFocus: boolean
}

/** Asks for the email address to notify when a product, or one of its sizes, is in stock again. */
export function RestockForm({ product, sizes, initialSize, hasFocus }: RestockFormProps) {
  const savedEmail = useSession(({ user }) => (user?.role === 'user' ? user.email : '')) ?? ''
  const done = useRef<HTMLParagraphElement>(null)
  const { form, button, busy, error, fieldErrors, submit } = useFormSubmission()
  const [answer, setAnswer] = useState<{ readonly text: string; readonly size: Size | undefined }>()
  useEffect(() => {
    if (hasFocus) form.current?.querySelector<HTMLElement>('select, input')?.focus()
  }, [hasFocus, form])
  useEffect(() => {
    if (answer !== undefined) done.current?.focus()
  }, [answer])

  const request = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const email = String(fields.get('email')).trim()
    const size = fields.get('size')
    return submit({
      errors: email === '' ? { email: 'Email is required.' } : {},
      send: async () => {
        const body = { email, ...(size !== null && { size: String(size) }) }
        const { message } = await call('POST /products/:id/restock', { params: { id: product._id }, body })
        setAnswer({ text: message, size: initialSize })
      },
    })
  }

  // Another sold-out size was not pressed since.
  if (answer !== undefined && answer.size === initialSize)
    return (
      <p ref={done} tabIndex={-1} role="status" className="max-w-prose border-l-2 border-thread py-1 pl-3 wrap-anywhere outline-none">
        {answer.text}
      </p>
    )
  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-label="Notify me when it is back"
      onSubmit={request}
      className="flex flex-col gap-4 border-t border-line pt-4 sm:max-w-80"
    >
      {sizes.length > 0 && (
        <SelectField key={initialSize} name="size" label="Sold-out size" defaultValue={initialSize ?? sizes[0]}>
          {sizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </SelectField>
      )}
      <TextField
        key={savedEmail}
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        defaultValue={savedEmail}
        hint="One email when it’s back. Nothing else."
        error={fieldErrors.email ?? ''}
      />
      <FormError text={error} />
      <Button ref={button} type="submit" variant="ink" aria-busy={busy} disabled={busy} className="min-h-12 self-start">
        {busy ? 'Sending…' : 'Notify me'}
      </Button>
    </form>
  )
}
