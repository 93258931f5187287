import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordInTransaction } from '../activity/record-activity.ts'
import { recordChange } from '../activity/record-change.ts'
import type { Database } from '../database/schema.ts'
import type { StorefrontReads } from '../database/storefront-reads.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { AppError } from '../kernel/errors.ts'
import type { RedirectCache } from '../redirects/redirect-cache.ts'
import { createPreviewLinks } from '../shop-settings/preview-links.ts'
import {
  createPage,
  deletePage,
  discardDraft,
  orderPages,
  publishDraft,
  restoreVersion,
  saveDraft,
  undoPublication,
  unpublishPage,
} from './change-pages.ts'
import { listAdminPages, listPages, listVersions, readAdminPage, readDraft, readPage } from './read-pages.ts'

interface PageDependencies {
  readonly database: Database
  readonly storefrontReads: StorefrontReads
  readonly redirects: RedirectCache
  readonly trackingKey: Buffer
}

/** Calls about the pages that the owner writes. */
export function pageRoutes(api: FastifyInstance, { database, storefrontReads, redirects, trackingKey }: PageDependencies): void {
  const previewLinks = createPreviewLinks({ key: trackingKey })
  const reply = async ({ message, id }: { message: string; id: string }) => ({ message, page: await readAdminPage({ database, id }) })
  const toChange = ({ params, body, request }: { params: { id: string }; body: { version: number }; request: FastifyRequest }) => ({
    database,
    id: params.id,
    version: body.version,
    by: requireUser(request).id,
  })

  defineRoute(api, 'getPages', async () => ({ pages: await listPages({ database: storefrontReads.choose() }) }), { cacheable: true })

  defineRoute(api, 'getPage', ({ params }) => readPage({ database: storefrontReads.choose(), slug: params.slug }), { cacheable: true })

  defineRoute(api, 'getPagePreview', async ({ params, query }) => {
    if (!previewLinks.isValid({ token: query.preview, now: Date.now() })) throw new AppError('page_not_found')
    return readDraft({ database, slug: params.slug })
  })

  defineRoute(api, 'getAdminPages', async () => ({ pages: await listAdminPages({ database }) }))

  defineRoute(api, 'getPageVersions', async ({ params }) => ({ versions: await listVersions({ database, id: params.id }) }))

  defineRoute(api, 'createPage', async ({ body, request }) => {
    const id = await createPage({ database, content: body, by: requireUser(request).id })
    return reply({ message: 'Draft saved', id })
  })

  defineRoute(api, 'savePage', async (context) => {
    const { version: _version, ...content } = context.body
    await saveDraft({ ...toChange(context), content })
    return reply({ message: 'Draft saved', id: context.params.id })
  })

  defineRoute(api, 'discardPageDraft', async (context) => {
    await discardDraft(toChange(context))
    return reply({ message: 'Draft deleted', id: context.params.id })
  })

  defineRoute(api, 'publishPage', async (context) => {
    await publishDraft(toChange(context))
    await redirects.load()
    return reply({ message: 'Published', id: context.params.id })
  })

  defineRoute(api, 'unpublishPage', async (context) => {
    await unpublishPage(toChange(context))
    await redirects.load()
    return reply({ message: 'The shop does not show this page any more', id: context.params.id })
  })

  defineRoute(api, 'undoPage', async (context) => {
    await undoPublication(toChange(context))
    await redirects.load()
    return reply({ message: 'Taken back', id: context.params.id })
  })

  defineRoute(api, 'restorePage', async (context) => {
    await restoreVersion({ ...toChange(context), restored: context.body.restored })
    return reply({ message: 'This version is the draft now', id: context.params.id })
  })

  defineRoute(api, 'deletePage', async ({ params, request }) => {
    await recordChange({ database, actorId: requireUser(request).id, call: 'deletePage', id: params.id }, (trx) =>
      deletePage({ database: trx, id: params.id }),
    )
    await redirects.load()
    return { message: 'Page deleted' }
  })

  defineRoute(api, 'orderPages', async ({ body, request }) => {
    await recordInTransaction({ database, actorId: requireUser(request).id, call: 'orderPages' }, (trx) =>
      orderPages({ database: trx, ids: body.ids }),
    )
    return { message: 'Order saved', pages: await listAdminPages({ database }) }
  })

  defineRoute(api, 'createPagePreview', async ({ params }) => {
    const { draft, value } = await readAdminPage({ database, id: params.id })
    const slug = (draft ?? value)?.slug ?? ''
    return { href: `/pages/${slug}?preview=${previewLinks.create(Date.now())}` }
  })
}
