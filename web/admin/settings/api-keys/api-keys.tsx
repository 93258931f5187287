import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type ApiKey, apiKeyCalls, apiKeyRights, type apiKeyTerms } from '#contract/accounts/api-keys.ts'
import { rightTexts } from '#contract/kernel/rights.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { showToast } from '../../../ui/toast.ts'
import { SettingTabs } from '../../kit/admin-tabs.tsx'
import { Checkbox } from '../../kit/checkbox.tsx'
import { defineList } from '../../kit/define-list.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { formatPlannedTime } from '../../kit/format-time.ts'
import { apiKeysPath } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { actionColumn } from '../../kit/row-actions.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import type { Column } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import type { Route } from './+types/api-keys'

const apiKeys = defineList({
  path: apiKeysPath,
  filters: {},
  load: async () => ({ ...(await callSignedIn('GET /api-keys', {})), totalPages: 1 }),
})
export const clientLoader = apiKeys.loader

export const meta = pageTitle('API keys')

/** The keys with which other programs call the API. */
export default function ApiKeys({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [isOpen, setIsOpen] = useState(false)
  const [secret, setSecret] = useState<string>()
  const { message, ask, dialog } = useAction()
  const revoke = ({ _id, name }: ApiKey) =>
    ask(
      {
        title: `Revoke the key ${name}?`,
        text: 'The program that uses it is refused from its next request on. This cannot be undone.',
        action: 'Revoke',
      },
      () => callSignedIn('DELETE /api-keys/:id', { params: { id: _id } }),
      revalidate,
    )
  return (
    <ListPage
      title="API keys"
      tabs={<SettingTabs />}
      definition={apiKeys}
      loaded={loaderData}
      rows={loaderData.list?.keys}
      columns={buildColumns(revoke)}
      label="API keys, newest first"
      noun={['key', 'keys']}
      intro={
        <>
          For a program that reads orders, or writes stock and prices. It acts in your name, with the rights that you choose.{' '}
          <a href="/api/v1/docs" className="link">
            The calls and their fields
          </a>
        </>
      }
      actions={
        <Button variant="ink" className="sm:min-h-9 sm:py-1 sm:text-sm" onClick={() => setIsOpen(true)}>
          Make a key
        </Button>
      }
      above={
        <>
          {secret !== undefined && <MadeKey secret={secret} onClose={() => setSecret(undefined)} />}
          <StatusMessage message={message} />
          {isOpen && (
            <MakeKey
              onMade={(made) => {
                setIsOpen(false)
                setSecret(made)
                revalidate()
              }}
              onClose={() => setIsOpen(false)}
            />
          )}
          {dialog}
        </>
      }
      empty="No program has a key yet."
    />
  )
}

const states: Readonly<Record<ApiKey['state'], string>> = {
  valid: 'Valid',
  revoked: 'Revoked',
  expired: 'Expired',
  without_owner: 'Its maker is no longer an administrator',
}

const describeRights = (rights: ApiKey['rights']): string => rights.map((right) => rightTexts[right].title).join(', ')

const describeEnd = ({ state, expiresAt }: ApiKey): string =>
  state === 'valid' && expiresAt !== null ? `Valid until ${formatPlannedTime(expiresAt)}` : states[state]

const buildColumns = (revoke: (key: ApiKey) => void): readonly Column<ApiKey>[] => [
  {
    head: 'Name',
    cell: ({ name, end, rights }) => (
      <>
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="block text-sm text-soft">ends in {end}</span>
        <span className="block text-sm text-soft md:hidden">{describeRights(rights)}</span>
      </>
    ),
  },
  { head: 'May', className: 'max-md:hidden', cell: ({ rights }) => describeRights(rights) },
  {
    head: 'Made',
    className: 'max-md:hidden',
    cell: ({ createdAt, createdBy }) => (
      <>
        {formatPlannedTime(createdAt)}
        <span className="block text-sm text-soft wrap-anywhere">by {createdBy}</span>
      </>
    ),
  },
  {
    head: 'Last used',
    className: 'max-md:hidden',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : formatPlannedTime(lastUsedAt)),
  },
  { head: 'State', cell: describeEnd },
  actionColumn((key) =>
    key.state === 'revoked' ? null : (
      <SmallButton className="text-bad" aria-label={`Revoke the key ${key.name}`} onClick={() => revoke(key)}>
        Revoke
      </SmallButton>
    ),
  ),
]

interface FormValues {
  name: string
  rights: (typeof apiKeyRights)[number][]
  term: (typeof apiKeyTerms)[number]
}

const errorId = 'api-key-rights-error'

/** Makes a key with some of the rights of the administrator. */
function MakeKey({ onMade, onClose }: { onMade: (secret: string) => void; onClose: () => void }) {
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
function MadeKey({ secret, onClose }: { secret: string; onClose: () => void }) {
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
