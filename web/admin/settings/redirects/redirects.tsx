import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { redirectLimits } from '#contract/redirects/redirect-limits.ts'
import { type MissingAddress, type Redirect, redirectsCalls } from '#contract/redirects/redirects.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../../session/download-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { SettingTabs } from '../../kit/admin-tabs.tsx'
import { defineList, searchText } from '../../kit/define-list.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { formatDate } from '../../kit/format-time.ts'
import { importRedirectsPath, redirectsPath } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { actionColumn, RowActions } from '../../kit/row-actions.tsx'
import { Section } from '../../kit/section.tsx'
import { SmallButton, SmallLink } from '../../kit/small-button.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import type { Route } from './+types/redirects'

const redirects = defineList({
  path: redirectsPath,
  filters: { q: searchText },
  async load(query) {
    const [list, { missing }] = await Promise.all([callSignedIn('GET /redirects', { query }), callSignedIn('GET /redirects/missing', {})])
    return { ...list, missing }
  },
})
export const clientLoader = redirects.loader

export const meta = pageTitle('Old addresses')

interface OpenDialog {
  /** undefined: a new one */
  readonly redirect?: Redirect
  readonly from: string
}

/** Old addresses with the pages that they lead to, and those that visitors miss. */
export default function Redirects({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [dialog, setDialog] = useState<OpenDialog>()
  const { busy, message, run, ask, dialog: question } = useAction(revalidate)
  const { list, page, filters } = loaderData
  const close = () => setDialog(undefined)
  const closeAndReload = () => {
    close()
    revalidate()
  }
  const remove = ({ _id: id, from }: Redirect) =>
    ask(
      {
        title: 'Delete this redirect?',
        text: 'Links to the old address end on a page that says it was not found.',
        action: 'Delete',
        children: <p className="font-semibold wrap-anywhere">{from}</p>,
      },
      () => callSignedIn('DELETE /redirects/:id', { params: { id } }).finally(revalidate),
    )
  const download = () =>
    run(async () => {
      await downloadSignedIn({ route: 'GET /redirects/export', input: {}, fileName: `redirects-${toIndianDay()}.csv` })
      return { message: 'The file is saved.' }
    })
  return (
    <ListPage
      title="Old addresses"
      tabs={<SettingTabs />}
      definition={redirects}
      loaded={loaderData}
      rows={list?.redirects}
      columns={buildColumns({ onEdit: (redirect) => setDialog({ redirect, from: redirect.from }), onDelete: remove })}
      label="Redirects, newest first"
      rowsPerPage={redirectLimits.perPage}
      noun={['redirect', 'redirects']}
      intro="Links to your old shop lead to the right page here. A page of this shop always wins: a redirect is used where there would be none."
      searchHint="Search addresses"
      actions={
        <>
          <SmallLink to={importRedirectsPath}>Import CSV</SmallLink>
          <SmallButton aria-disabled={busy} disabled={!list?.total} onClick={download}>
            Export CSV
          </SmallButton>
          <Button variant="ink" className="sm:min-h-9 sm:py-1 sm:text-sm" onClick={() => setDialog({ from: '' })}>
            Add a redirect
          </Button>
        </>
      }
      above={<StatusMessage message={message} />}
      empty="No redirects yet."
      emptyFound="No redirects found."
    >
      {list && filters.q === undefined && page === 1 && (
        <MissingAddresses missing={list.missing} onRedirect={(from) => setDialog({ from })} onChange={revalidate} />
      )}
      {dialog && <RedirectDialog {...dialog} onSaved={closeAndReload} onClose={close} />}
      {question}
    </ListPage>
  )
}

interface ColumnOptions {
  onEdit: (redirect: Redirect) => void
  onDelete: (redirect: Redirect) => void
}

const buildColumns = ({ onEdit, onDelete }: ColumnOptions): readonly Column<Redirect>[] => [
  {
    head: 'Old address',
    className: 'wrap-anywhere',
    cell: ({ from, to }) => (
      <>
        <span className="font-semibold">{from}</span>
        <span className="block text-soft sm:hidden">{to}</span>
      </>
    ),
  },
  {
    head: 'New address',
    className: 'max-sm:hidden wrap-anywhere',
    cell: ({ to }) => (
      <a href={to} className="link">
        {to}
      </a>
    ),
  },
  { head: 'Requests', number: true, cell: ({ hits }) => hits.toLocaleString('en-IN') },
  actionColumn((redirect) => <RowActions name={redirect.from} edit={() => onEdit(redirect)} onDelete={() => onDelete(redirect)} />),
]

interface RedirectDialogProps {
  /** undefined: a new one */
  redirect?: Redirect
  /** the old address of a new one */
  from: string
  onSaved: () => void
  onClose: () => void
}

/** Adds or changes a redirect. */
function RedirectDialog({ redirect, from, onSaved, onClose }: RedirectDialogProps) {
  const shared = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <FormDialog
      title={redirect ? 'Change the redirect' : 'Add a redirect'}
      defaultValues={{ from: redirect?.from ?? from, to: redirect?.to ?? '' }}
      body={redirectsCalls.addRedirect.body}
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

interface MissingAddressesProps {
  missing: readonly MissingAddress[]
  onRedirect: (path: string) => void
  onChange: () => void
}

/** Addresses that visitors ask for and that the shop does not have. */
function MissingAddresses({ missing, onRedirect, onChange }: MissingAddressesProps) {
  const { busy, message, run } = useAction()
  const dismiss = (_id: string) => run(() => callSignedIn('POST /redirects/missing/dismiss', { body: { _id } }), onChange)
  return (
    <Section title="Missing addresses" className="gap-3 pt-4">
      <p className="max-w-prose text-soft">
        What visitors asked for and the shop does not have, the most frequent first. New ones appear within seconds.
      </p>
      <StatusMessage message={message} />
      {missing.length === 0 ? (
        <p>Nobody has asked for a page that is missing.</p>
      ) : (
        <Table
          label="Missing addresses, the most frequent first"
          rows={missing}
          getKey={({ _id }) => _id}
          columns={[
            { head: 'Address', className: 'wrap-anywhere', cell: ({ path }) => path },
            { head: 'Requests', number: true, cell: ({ requests }) => requests.toLocaleString('en-IN') },
            { head: 'Last', number: true, className: 'max-sm:hidden', cell: ({ lastAskedAt }) => formatDate(lastAskedAt) },
            actionColumn<MissingAddress>(({ _id, path }) => (
              <span className="inline-flex flex-wrap justify-end gap-2">
                <SmallButton aria-label={`Redirect to … for ${path}`} onClick={() => onRedirect(path)}>
                  Redirect to …
                </SmallButton>
                <SmallButton aria-label={`Dismiss ${path}`} aria-disabled={busy} className="max-sm:hidden" onClick={() => dismiss(_id)}>
                  Dismiss
                </SmallButton>
              </span>
            )),
          ]}
        />
      )}
    </Section>
  )
}
