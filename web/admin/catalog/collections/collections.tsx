import { Link, useRevalidator } from 'react-router'
import type { AdminCollection } from '#contract/catalog/collections.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { ProductTabs } from '../../kit/admin-tabs.tsx'
import { defineList } from '../../kit/define-list.ts'
import { AddLink, RowLink } from '../../kit/drawer-link.tsx'
import { formatDate } from '../../kit/format-time.ts'
import { collectionsPath, productsPath, shouldReloadList } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { actionColumn, RowActions } from '../../kit/row-actions.tsx'
import type { Column } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import type { Route } from './+types/collections'
import { CollectionDrawer } from './collection-drawer.tsx'

const collections = defineList({
  path: collectionsPath,
  filters: {},
  load: async () => ({ ...(await callSignedIn('GET /collections/list/admin', {})), totalPages: 1 }),
})
export const clientLoader = collections.loader
export const shouldRevalidate = shouldReloadList

export const handle = { section: productsPath }
export const meta = pageTitle('Collections')

/** The collections, newest first, with a drawer to add and change them. */
export default function Collections({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { message, ask, dialog } = useAction()
  const remove = ({ _id: id, title }: AdminCollection) =>
    ask(
      {
        title: 'Delete this collection?',
        text: 'Its page and its links end. Its products stay on sale.',
        action: 'Delete',
        children: <p className="font-semibold wrap-anywhere">{title}</p>,
      },
      () => callSignedIn('DELETE /collections/:id', { params: { id } }).finally(revalidate),
    )
  return (
    <ListPage
      title="Collections"
      tabs={<ProductTabs />}
      definition={collections}
      loaded={loaderData}
      rows={loaderData.list?.collections}
      columns={buildColumns(remove)}
      label="Collections"
      noun={['collection', 'collections']}
      intro="A collection has a page of its own, with the products that you choose. The front page links to the newest six of today."
      actions={<AddLink>Add a collection</AddLink>}
      above={<StatusMessage message={message} />}
      empty="No collections yet"
      drawer={CollectionDrawer}
    >
      {dialog}
    </ListPage>
  )
}

function formatDays({ from, until, isShown }: AdminCollection): string {
  const [first, last] = [from && formatDate(from), until && formatDate(until)]
  const days = first && last ? `${first} to ${last}` : first ? `From ${first}` : last ? `Until ${last}` : 'Always'
  return isShown ? days : `${days}, not shown today`
}

const buildColumns = (onDelete: (collection: AdminCollection) => void): readonly Column<AdminCollection>[] => [
  { head: 'Collection', cell: ({ _id, title }) => <RowLink id={_id}>{title}</RowLink> },
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
  actionColumn((collection) => <RowActions name={collection.title} edit={collection._id} onDelete={() => onDelete(collection)} />),
]
