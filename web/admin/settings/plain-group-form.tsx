import { settingGroups } from '#contract/settings/setting-groups.ts'
import type { SettingGroupState } from '#contract/settings/settings.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { sendForm } from '../../orders/shared/send-form.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { findMaxLength } from '../kit/field-lengths.ts'
import { FileDrop } from '../kit/file-drop.tsx'
import { useUpload } from '../shared/use-upload.ts'
import { GroupForm } from './group-form.tsx'
import type { SettingField } from './setting-field.ts'
import { type FormValues, type PlainGroup, settingFields, toFormValues, toGroupValue } from './setting-fields.ts'
import { useGroupValues } from './use-group-values.ts'

interface PlainGroupFormProps {
  group: PlainGroup
  state: SettingGroupState
  onChanged: (state: SettingGroupState) => void
}

/** The form of a group whose fields are a list. */
export function PlainGroupForm({ group, state, onChanged }: PlainGroupFormProps) {
  const form = useGroupValues({ state, toForm: (value) => toFormValues({ group, value }) })
  const { values, set } = form
  return (
    <GroupForm
      group={group}
      form={form}
      read={() => toGroupValue({ group, values })}
      onChanged={onChanged}
      renderFields={(errors) => (
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
          {Object.entries<SettingField>(settingFields[group]).map(([name, field]) => (
            <SettingControl key={name} group={group} name={name} field={field} values={values} errors={errors} onChange={set} />
          ))}
        </div>
      )}
    />
  )
}

interface SettingControlProps {
  group: PlainGroup
  name: string
  field: SettingField
  values: FormValues
  errors: Readonly<Record<string, string>>
  onChange: (change: FormValues) => void
}

function SettingControl({ group, name, field, values, errors, onChange }: SettingControlProps) {
  const error = errors[name]
  const maxLength = findMaxLength(settingGroups[group], name)
  const { label, hint, isOptional } = field
  const shared = { label, ...(hint && { hint }), ...(error && { error }), ...(isOptional && { optional: true }), autoComplete: 'off' }
  const value = values[name] ?? ''
  const change = (changed: string) => onChange({ [name]: changed })
  const control = { value, onChange: ({ target }: { target: { value: string } }) => change(target.value) }
  switch (field.kind) {
    case 'image':
      return <BrandImageField kind={field.image} label={label} hint={hint ?? ''} value={value} onChange={change} />
    case 'own':
      return <OwnText field={field} error={error} maxLength={maxLength} value={value} onChange={change} />
    case 'area':
      return <TextAreaField {...shared} {...control} rows={3} maxLength={maxLength} className="sm:col-span-2" />
    case 'choice':
      return <SelectField {...shared} {...control} choices={field.choices} />
    case 'range':
      return (
        <fieldset className="min-w-0">
          <legend className="font-medium">{label}</legend>
          <div className="mt-1.5 grid grid-cols-2 gap-3">
            {['from', 'to'].map((part, index) => {
              const path = `${name}.${index}`
              const own = errors[path] ?? (index === 1 ? error : undefined)
              return (
                <TextField
                  key={part}
                  label={part}
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={6}
                  {...(own && { error: own })}
                  value={values[path] ?? ''}
                  onChange={({ target }) => onChange({ [path]: target.value })}
                />
              )
            })}
          </div>
        </fieldset>
      )
    case 'number':
      return <TextField {...shared} {...control} inputMode="numeric" maxLength={12} />
    default:
      return <TextField {...shared} {...control} maxLength={field.maxLength ?? maxLength} />
  }
}

interface OwnTextProps {
  field: Extract<SettingField, { kind: 'own' }>
  error: string | undefined
  maxLength: number | undefined
  value: string
  onChange: (value: string) => void
}

/** A text of the owner in place of the usual one, which is shown while the field is empty. */
function OwnText({ field: { label, hint, hasLines, describeDefault }, error, maxLength, value, onChange }: OwnTextProps) {
  const usual = describeDefault(useStoreConfig())
  const props = {
    label,
    optional: true,
    autoComplete: 'off',
    maxLength,
    value,
    ...(hint ? { hint, placeholder: usual } : { hint: `Empty: ${usual}` }),
    ...(error && { error }),
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  return (
    <div className={`flex flex-col items-start gap-1.5 ${hasLines ? 'sm:col-span-2' : ''}`}>
      {hasLines ? <TextAreaField {...props} rows={8} className="w-full" /> : <TextField {...props} className="w-full" />}
      {value !== '' && (
        <Button variant="quiet" className="text-sm" onClick={() => onChange('')}>
          Reset to the default<span className="sr-only"> {label}</span>
        </Button>
      )}
    </div>
  )
}

interface BrandImageFieldProps {
  kind: 'logo' | 'icon' | 'signature'
  label: string
  hint: string
  /** the folder of the files; empty: none */
  value: string
  onChange: (value: string) => void
}

/** Uploads a logo, an icon or a signature, and shows it on both grounds. */
function BrandImageField({ kind, label, hint, value, onChange }: BrandImageFieldProps) {
  const { upload, isUploading, failure, formatHint } = useUpload(onChange)
  const send = ([image]: Iterable<File>) =>
    image &&
    upload(async (onProgress) => {
      const reply = await sendForm({ route: 'POST /settings/brand-images', values: { image }, onProgress })
      return reply.image
    })
  const file = `${value}/${kind === 'icon' ? 'icon-192' : 'logo'}.png`
  return (
    <div className="flex flex-col gap-2">
      <FileDrop
        label={value === '' ? `Upload ${kind === 'icon' ? 'an' : 'a'} ${kind}` : `Replace the ${kind}`}
        hint={formatHint(hint)}
        accept="image/png,image/jpeg,image/gif,image/webp"
        disabled={isUploading}
        onFiles={send}
      />
      {value !== '' && (
        <div className="flex flex-wrap items-center gap-3">
          {(['white', 'black'] as const).map((ground) => (
            <img
              key={ground}
              src={file}
              alt={`${label} on ${ground}`}
              // The colours of the theme are those of one scheme.
              style={{ backgroundColor: ground }}
              className="h-14 max-w-40 rounded-control border border-line object-contain p-2"
            />
          ))}
          <Button variant="quiet" onClick={() => onChange('')}>
            Remove {kind}
          </Button>
        </div>
      )}
      <FormError text={failure} className="text-sm" />
    </div>
  )
}
