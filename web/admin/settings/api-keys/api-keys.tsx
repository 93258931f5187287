import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ApiKey } from '#contract/accounts/api-keys.ts'
import { rightTexts } from '#contract/kernel/rights.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { SettingTabs } from '../../kit/admin-tabs.tsx'
import { defineList } from '../../kit/define-list.ts'
import { formatPlannedTime } from '../../kit/format-time.ts'
import { apiKeysPath } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { actionColumn } from '../../kit/row-actions.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import type { Column } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import type { Route } from './+types/api-keys'
import { MadeKey, MakeKey } from './make-key.tsx'

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
