import { saveJsonFile } from '../../../api/save-json-file.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'

/** Downloads the orders without an account of an email address or a phone number. */
export function GuestData({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title="Guest data"
      defaultValues={{ email: '', phone: '' }}
      intro={
        <p>
          A file with all orders without an account that have this email or phone. First make sure that the request comes from its owner:
          answer to the email address or call the phone of the order.
        </p>
      }
      isWide
      submitLabel="Download"
      busyLabel="Preparing…"
      send={async (body) => {
        const contents = await callSignedIn('POST /users/guest-data', { body })
        saveJsonFile({ name: `guest-data-${contents.exportedAt.slice(0, 10)}.json`, contents })
        const count = contents.data.orders?.length ?? 0
        return { message: `The file has ${count} ${count === 1 ? 'order' : 'orders'}.` }
      }}
      onSaved={onClose}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <TextField label="Email" type="email" autoComplete="off" {...field('email')} />
          <TextField label="Phone" type="tel" autoComplete="off" hint="Email or phone" {...field('phone')} />
        </>
      )}
    </FormDialog>
  )
}
