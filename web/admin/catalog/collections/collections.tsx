import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { AdminCollection } from '#contract/catalog/collections.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { ProductTabs } from '../../kit/admin-tabs.tsx'
import { formatDate } from '../../kit/format-time.ts'
import { ListContent, ListFrame } from '../../kit/list-frame.tsx'
import { buildDrawerHref, collectionsPath, productsPath, shouldReloadList } from '../../kit/list-href.ts'
import { loadList } from '../../kit/load-list.ts'
import { SmallButton, SmallLink } from '../../kit/small-button.tsx'
import type { Column } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { useDrawerParam } from '../../kit/use-drawer-param.ts'
import type { Route } from './+types/collections'
import { CollectionDrawer, newCollectionId } from './collection-drawer.tsx'

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  loadList({
    page: 1,
    search: new URL(request.url).searchParams,
    buildLastHref: () => collectionsPath,
    load: async () => ({ ...(await callSignedIn('GET /collections/list/admin', {})), totalPages: 1 }),
  })

export const shouldRevalidate = shouldReloadList

export const handle = { section: productsPath }
export const meta = pageTitle('Collections')

/** The collections, newest first, with a drawer to add and change them. */
export default function Collections({ loaderData: { list, error } }: Route.ComponentProps) {
  const location = useLocation()
  const { openId, close, reload } = useDrawerParam()
  const { busy, message, run } = useAction()
  const [deleting, setDeleting] = useState<AdminCollection>()
  return (
    <ListFrame
      title="Collections"
      tabs={<ProductTabs />}
      aside={
        <LinkButton variant="ink" to={buildDrawerHref(location, newCollectionId)} preventScrollReset className="text-sm sm:min-h-10">
          Add a collection
        </LinkButton>
      }
    >
      <p className="max-w-prose text-soft">
        A collection has a page of its own, with the products that you choose. The front page links to the newest six of today.
      </p>
      <StatusMessage message={message} />
      <ListContent
        label="Collections"
        columns={buildColumns({ buildOpenHref: (id) => buildDrawerHref(location, id), onDelete: setDeleting })}
        rows={list?.collections}
        error={error}
        empty={<EmptyState title="No collections yet" />}
        page={1}
        totalPages={1}
        buildPageHref={() => collectionsPath}
      />
      {openId !== null && <CollectionDrawer key={openId} id={openId} onClose={close} onChange={reload} />}
      {deleting && (
        <ConfirmDialog
          title="Delete this collection?"
          text="Its page and its links end. Its products stay on sale."
          action="Delete"
          busy={busy}
          onConfirm={async () => {
            await run(() => callSignedIn('DELETE /collections/:id', { params: { id: deleting._id } }))
            setDeleting(undefined)
            await reload()
          }}
          onClose={() => setDeleting(undefined)}
        >
          <p className="font-semibold wrap-anywhere">{deleting.title}</p>
        </ConfirmDialog>
      )}
    </ListFrame>
  )
}

function formatDays({ from, until, isShown }: AdminCollection): string {
  const [first, last] = [from && formatDate(from), until && formatDate(until)]
  const days = first && last ? `${first} to ${last}` : first ? `From ${first}` : last ? `Until ${last}` : 'Always'
  return isShown ? days : `${days}, not shown today`
}

const buildColumns = ({
  buildOpenHref,
  onDelete,
}: {
  buildOpenHref: (id: string) => string
  onDelete: (collection: AdminCollection) => void
}): readonly Column<AdminCollection>[] => [
  {
    head: 'Collection',
    cell: ({ _id, title }) => (
      <Link
        to={buildOpenHref(_id)}
        data-opens-row=""
        preventScrollReset
        className="font-semibold wrap-anywhere hover:underline max-sm:inline-flex max-sm:min-h-11 max-sm:items-center"
      >
        {title}
      </Link>
    ),
  },
  {
    head: 'Page',
    className: 'max-md:hidden',
    cell: ({ slug, isShown }) =>
      isShown ? (
        <Link to={`/collection/${slug}`} className="link wrap-anywhere">
          /collection/{slug}
        </Link>
      ) : (
        <span className="wrap-anywhere text-soft">/collection/{slug}</span>
      ),
  },
  { head: 'Days', className: 'max-sm:hidden', cell: (collection) => <span className="text-soft">{formatDays(collection)}</span> },
  { head: 'Products', number: true, cell: ({ products }) => products.length },
  {
    head: 'Actions',
    isHeadHidden: true,
    number: true,
    cell: (collection) => (
      <span className="inline-flex gap-2">
        <SmallLink to={buildOpenHref(collection._id)} preventScrollReset aria-label={`Edit ${collection.title}`} className="max-sm:hidden">
          Edit
        </SmallLink>
        <SmallButton aria-label={`Delete ${collection.title}`} onClick={() => onDelete(collection)} className="text-bad">
          Delete
        </SmallButton>
      </span>
    ),
  },
]
