import { useForm } from 'react-hook-form'
import { saveJsonFile } from '../../../api/save-json-file.ts'
import { callSignedIn } from '../../../auth/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.ts'
import { showFormError } from '../../kit/use-action.tsx'

const empty = { email: '', phone: '' }

/** Downloads the orders without an account of an email address or a phone number. */
export function GuestData({ onClose }: { onClose: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: empty })
  const { errors, isSubmitting } = formState
  const download = async (body: typeof empty) => {
    try {
      const contents = await callSignedIn('POST /users/guest-data', { body })
      saveJsonFile({ name: `guest-data-${contents.exportedAt.slice(0, 10)}.json`, contents })
      const count = contents.data.orders?.length ?? 0
      showToast({ text: `The file has ${count} ${count === 1 ? 'order' : 'orders'}.` })
      onClose()
    } catch (failure) {
      showFormError({ failure, setError })
    }
  }
  return (
    <Dialog open title="Guest data" onClose={onClose}>
      <p>
        A file with all orders without an account that have this email or phone. First make sure that the request comes from its owner:
        answer to the email address or call the phone of the order.
      </p>
      <form
        noValidate
        onSubmit={isSubmitting ? (event) => event.preventDefault() : handleSubmit(download)}
        className="grid grid-cols-1 gap-4 sm:grid-cols-2"
      >
        <TextField label="Email" type="email" autoComplete="off" error={errors.email?.message} {...register('email')} />
        <TextField label="Phone" type="tel" autoComplete="off" hint="Email or phone" error={errors.phone?.message} {...register('phone')} />
        <div role="alert" className="empty:hidden sm:col-span-2">
          {errors.root && <p className="font-medium text-bad">{errors.root.message}</p>}
        </div>
        <div className="flex flex-wrap justify-end gap-3 sm:col-span-2">
          <Button onClick={onClose}>Go back</Button>
          <Button type="submit" variant="ink" aria-disabled={isSubmitting}>
            {isSubmitting ? 'Preparing…' : 'Download'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
