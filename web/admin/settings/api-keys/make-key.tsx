import { useEffect, useRef } from 'react'
import { apiKeyCalls, apiKeyRights, type apiKeyTerms } from '#contract/accounts/api-keys.ts'
import { rightTexts } from '#contract/kernel/rights.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.ts'
import { Checkbox } from '../../kit/checkbox.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'

interface FormValues {
  name: string
  rights: (typeof apiKeyRights)[number][]
  term: (typeof apiKeyTerms)[number]
}

const errorId = 'api-key-rights-error'

/** Makes a key with some of the rights of the administrator. */
export function MakeKey({ onMade, onClose }: { onMade: (secret: string) => void; onClose: () => void }) {
  const own = useSession(({ user }) => user?.rights)
  return (
    <FormDialog<FormValues, { secret: string }>
      title="Make a key"
      defaultValues={{ name: '', rights: [], term: '365' }}
      body={apiKeyCalls.createApiKey.body}
      submitLabel="Make the key"
      send={(body) => callSignedIn('POST /api-keys', { body })}
      onSaved={({ secret }) => onMade(secret)}
      onClose={onClose}
    >
      {({ field }) => {
        const { error, maxLength, ...input } = field('rights')
        return (
          <>
            <TextField label="Name" hint="The program that uses it, such as “Stock sheet”" autoComplete="off" {...field('name')} />
            <fieldset aria-describedby={error ? errorId : undefined} className="flex flex-col">
              <legend className="font-medium">What it may do</legend>
              {apiKeyRights
                .filter((right) => own?.includes(right) !== false)
                .map((right) => (
                  <Checkbox key={right} value={right} aria-invalid={Boolean(error)} {...input}>
                    <span>
                      {rightTexts[right].title}
                      <span className="block text-sm text-soft">{rightTexts[right].text}</span>
                    </span>
                  </Checkbox>
                ))}
              <p id={errorId} className="font-medium text-bad empty:hidden">
                {error}
              </p>
            </fieldset>
            <SelectField label="Valid for" {...field('term')}>
              <option value="90">90 days</option>
              <option value="365">A year</option>
              <option value="never">Until it is revoked</option>
            </SelectField>
          </>
        )
      }}
    </FormDialog>
  )
}

/** The new key, which is shown only now. */
export function MadeKey({ secret, onClose }: { secret: string; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => showToast({ text: 'Copied' }),
      () => showToast({ text: 'Could not copy. Please select the key and copy it.' }),
    )
  return (
    <section className="flex flex-col gap-4 border-l-4 border-thread bg-raised px-4 py-3">
      <h2 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        The new key
      </h2>
      <p className="max-w-prose">Copy it into the program now: it is not shown again.</p>
      <p translate="no" className="rounded-control bg-sunk p-4 font-mono text-sm break-all select-all">
        {secret}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={copy}>Copy</Button>
        <Button onClick={onClose}>I have stored it</Button>
      </div>
    </section>
  )
}
