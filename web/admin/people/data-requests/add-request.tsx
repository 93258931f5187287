import type { CallInput } from '#contract/contract.ts'
import { maxLengths } from '#contract/kernel/business.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { SelectField, TextAreaField, TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { requestKinds } from './request-kinds.ts'

type NewRequest = Required<CallInput<'POST /users/data-requests'>['body']>

const empty: NewRequest = { kind: 'access', name: '', email: '', phone: '', orderNumber: '', details: '' }

/** Enters a request that reached the shop by email, by phone or on paper. */
export function AddRequest({ onAdded, onClose }: { onAdded: () => void; onClose: () => void }) {
  return (
    <FormDialog
      title="Add a request"
      defaultValues={empty}
      isWide
      submitLabel="Add the request"
      busyLabel="Adding…"
      send={(body) => callSignedIn('POST /users/data-requests', { body })}
      onSaved={onAdded}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <SelectField label="What is asked for" className="col-span-full" {...field('kind')} choices={Object.entries(requestKinds)} />
          <TextField label="Email" type="email" autoComplete="off" {...field('email')} />
          <TextField label="Phone" type="tel" autoComplete="off" hint="Email or phone" {...field('phone')} />
          <TextField label="Name" optional autoComplete="off" {...field('name')} />
          <TextField label="Order number" optional autoComplete="off" {...field('orderNumber')} />
          <TextAreaField
            label="Details"
            optional
            rows={3}
            maxLength={maxLengths.requestDetails}
            className="col-span-full"
            {...field('details')}
          />
        </>
      )}
    </FormDialog>
  )
}
