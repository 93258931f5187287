import { settingGroups } from '#contract/settings/setting-groups.ts'
import type { SettingGroupState } from '#contract/settings/settings.ts'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { findMaxLength } from '../kit/field-lengths.ts'
import { BrandImageField } from './brand-image-field.tsx'
import { GroupForm } from './group-form.tsx'
import { OwnTextField } from './own-text-field.tsx'
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
  const { base, values, isDirty, set, merge, accept } = useGroupValues({ state, toForm: (value) => toFormValues({ group, value }) })
  return (
    <GroupForm
      group={group}
      state={base}
      read={() => toGroupValue({ group, values })}
      isDirty={isDirty}
      merge={merge}
      accept={accept}
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
  const control = { value: values[name] ?? '', onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }) }
  switch (field.kind) {
    case 'image':
      return (
        <BrandImageField
          kind={field.image}
          label={label}
          hint={hint ?? ''}
          value={values[name] ?? ''}
          onChange={(value) => onChange({ [name]: value })}
        />
      )
    case 'own':
      return (
        <OwnTextField
          label={label}
          hint={hint}
          error={error}
          describeDefault={field.describeDefault}
          hasLines={field.hasLines === true}
          maxLength={maxLength}
          value={values[name] ?? ''}
          onChange={(value) => onChange({ [name]: value })}
        />
      )
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
