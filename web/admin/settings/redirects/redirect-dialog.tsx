import { useForm } from 'react-hook-form'
import { redirectLimits } from '#contract/redirects/redirect-limits.ts'
import type { Redirect } from '#contract/redirects/redirects.ts'
import { callSignedIn } from '../../../auth/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.ts'
import { showFormError } from '../../kit/use-action.tsx'

interface RedirectDialogProps {
  /** undefined: a new one */
  redirect: Redirect | undefined
  /** the old address of a new one */
  from: string
  onSaved: () => void
  onClose: () => void
}

/** Adds or changes a redirect. */
export function RedirectDialog({ redirect, from, onSaved, onClose }: RedirectDialogProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { from: redirect?.from ?? from, to: redirect?.to ?? '' },
  })
  const { errors, isSubmitting } = formState
  const save = async (body: { from: string; to: string }) => {
    try {
      const { message } = redirect
        ? await callSignedIn('PATCH /redirects/:id', { params: { id: redirect._id }, body: { ...body, version: redirect.version } })
        : await callSignedIn('POST /redirects', { body })
      showToast({ text: message })
      onSaved()
    } catch (failure) {
      showFormError({ failure, setError })
    }
  }
  const shared = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: redirectLimits.typedLength } as const
  return (
    <Dialog open title={redirect ? 'Change the redirect' : 'Add a redirect'} onClose={onClose}>
      <form noValidate onSubmit={isSubmitting ? (event) => event.preventDefault() : handleSubmit(save)} className="grid grid-cols-1 gap-4">
        <TextField
          label="Old address"
          hint="A path such as /products/blue-shirt. What follows a question mark is left out."
          error={errors.from?.message}
          {...shared}
          {...register('from')}
        />
        <TextField
          label="New address"
          hint="The path of a page of this shop, such as /buy?category=TEE"
          error={errors.to?.message}
          {...shared}
          {...register('to')}
        />
        <div role="alert" className="empty:hidden">
          {errors.root && <p className="font-medium text-bad">{errors.root.message}</p>}
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Go back</Button>
          <Button type="submit" variant="ink" aria-disabled={isSubmitting}>
            {isSubmitting ? 'Saving…' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
