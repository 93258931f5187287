import { redirectLimits } from '#contract/redirects/redirect-limits.ts'
import type { Redirect } from '#contract/redirects/redirects.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'

interface RedirectDialogProps {
  /** undefined: a new one */
  redirect?: Redirect
  /** the old address of a new one */
  from: string
  onSaved: () => void
  onClose: () => void
}

/** Adds or changes a redirect. */
export function RedirectDialog({ redirect, from, onSaved, onClose }: RedirectDialogProps) {
  const shared = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: redirectLimits.typedLength } as const
  return (
    <FormDialog
      title={redirect ? 'Change the redirect' : 'Add a redirect'}
      defaultValues={{ from: redirect?.from ?? from, to: redirect?.to ?? '' }}
      send={(body) =>
        redirect
          ? callSignedIn('PATCH /redirects/:id', { params: { id: redirect._id }, body: { ...body, version: redirect.version } })
          : callSignedIn('POST /redirects', { body })
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <TextField
            label="Old address"
            hint="A path such as /products/blue-shirt. What follows a question mark is left out."
            {...shared}
            {...field('from')}
          />
          <TextField label="New address" hint="The path of a page of this shop, such as /buy?category=TEE" {...shared} {...field('to')} />
        </>
      )}
    </FormDialog>
  )
}
