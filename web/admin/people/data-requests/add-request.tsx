import { useForm } from 'react-hook-form'
import { maxLengths } from '#contract/business.ts'
import type { CallInput } from '#contract/contract.ts'
import { callSignedIn } from '../../../auth/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { SelectField, TextAreaField, TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.ts'
import { showFormError } from '../../kit/use-action.tsx'
import { requestKinds } from './request-kinds.ts'

type NewRequest = Required<CallInput<'POST /users/data-requests'>['body']>

const empty: NewRequest = { kind: 'access', name: '', email: '', phone: '', orderNumber: '', details: '' }

/** Enters a request that reached the shop by email, by phone or on paper. */
export function AddRequest({ onAdded, onClose }: { onAdded: () => void; onClose: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: empty })
  const { errors, isSubmitting } = formState
  const add = async (body: NewRequest) => {
    try {
      const { message } = await callSignedIn('POST /users/data-requests', { body })
      showToast({ text: message })
      onAdded()
    } catch (failure) {
      showFormError({ failure, setError })
    }
  }
  return (
    <Dialog open title="Add a request" onClose={onClose}>
      <form
        noValidate
        onSubmit={isSubmitting ? (event) => event.preventDefault() : handleSubmit(add)}
        className="grid grid-cols-1 gap-4 sm:grid-cols-2"
      >
        <SelectField label="What is asked for" className="sm:col-span-2" error={errors.kind?.message} {...register('kind')}>
          {Object.entries(requestKinds).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField label="Email" type="email" autoComplete="off" error={errors.email?.message} {...register('email')} />
        <TextField label="Phone" type="tel" autoComplete="off" hint="Email or phone" error={errors.phone?.message} {...register('phone')} />
        <TextField label="Name" optional autoComplete="off" error={errors.name?.message} {...register('name')} />
        <TextField label="Order number" optional autoComplete="off" error={errors.orderNumber?.message} {...register('orderNumber')} />
        <TextAreaField
          label="Details"
          optional
          rows={3}
          maxLength={maxLengths.requestDetails}
          className="sm:col-span-2"
          error={errors.details?.message}
          {...register('details')}
        />
        <div role="alert" className="empty:hidden sm:col-span-2">
          {errors.root && <p className="font-medium text-bad">{errors.root.message}</p>}
        </div>
        <div className="flex flex-wrap justify-end gap-3 sm:col-span-2">
          <Button onClick={onClose}>Go back</Button>
          <Button type="submit" variant="ink" aria-disabled={isSubmitting}>
            {isSubmitting ? 'Adding…' : 'Add the request'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
