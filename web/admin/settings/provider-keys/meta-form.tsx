import { providerKeyCalls } from '#contract/settings/provider-keys.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { type KeysFormProps, plainField, secretField } from './key-fields.ts'

export function MetaForm(handlers: KeysFormProps) {
  return (
    <FormDialog
      title="Enter the data set of Meta"
      defaultValues={{ pixelId: '', accessToken: '', testCode: '' }}
      body={providerKeyCalls.setMetaKeys.body}
      send={(body) => callSignedIn('POST /provider-keys/meta', { body })}
      {...handlers}
    >
      {({ field }) => (
        <>
          <TextField
            label="Data set id"
            {...plainField}
            inputMode="numeric"
            hint="The digits under its name, also named pixel id"
            {...field('pixelId')}
          />
          <TextField label="Access token" {...secretField} {...field('accessToken')} />
          <TextField
            label="Test event code"
            optional
            {...plainField}
            hint="Such as TEST12345. The test is then shown under “Test events”. Purchases do not have it."
            {...field('testCode')}
          />
        </>
      )}
    </FormDialog>
  )
}
