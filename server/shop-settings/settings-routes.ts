import type { FastifyInstance, FastifyRequest } from 'fastify'
import { centre } from '#contract/catalog/pictures/images.ts'
import { uploads } from '#contract/kernel/limits/uploads.ts'
import { parseRichText } from '#contract/settings/rich-text.ts'
import type { SettingGroup } from '#contract/settings/setting-groups.ts'
import type { ImageStore } from '../catalog/pictures/image-store.ts'
import { storeUpload } from '../catalog/pictures/store-upload.ts'
import { addOfferTexts, type OfferTexts } from '../catalog/product/offer-texts.ts'
import { imagePath } from '../catalog/product/product-row.ts'
import type { Database } from '../database/schema.ts'
import type { StorefrontReads } from '../database/storefront-reads.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { acceptUploads } from '../http/upload.ts'
import type { Settings } from '../kernel/settings.ts'
import { storeBrandImage } from './brand-images.ts'
import { discardDraft, publishDraft, saveDraft, undoPublication } from './change-settings.ts'
import { showRows } from './front-page-rows.ts'
import { listHistory, listSettings } from './list-settings.ts'
import { createPreviewLinks } from './preview-links.ts'
import { type CachedShopSettings, readShopSettings } from './read-settings.ts'
import { storeVideo } from './videos/front-page-videos.ts'

interface SettingsDependencies {
  readonly database: Database
  readonly storefrontReads: StorefrontReads
  readonly settings: Settings
  readonly shopSettings: CachedShopSettings
  readonly images: ImageStore
  readonly shownOffers: OfferTexts
  readonly trackingKey: Buffer
}

export function settingsRoutes(api: FastifyInstance, dependencies: SettingsDependencies): void {
  const { database, storefrontReads, settings, shopSettings, shownOffers: texts } = dependencies
  const previewLinks = createPreviewLinks({ key: dependencies.trackingKey })
  const reply = async ({ message, group }: { message: string; group: SettingGroup }) => {
    const { [group]: state } = await listSettings({ database, settings })
    if (state === undefined) throw new Error(`There are no settings ${group}.`)
    return { message, state }
  }
  const toChange = ({
    params,
    body,
    request,
  }: {
    params: { group: SettingGroup }
    body: { version: number }
    request: FastifyRequest
  }) => ({
    database,
    group: params.group,
    version: body.version,
    by: requireUser(request).id,
  })

  defineRoute(api, 'getSettings', async () => ({ groups: await listSettings({ database, settings }) }))

  defineRoute(api, 'getSettingsHistory', async ({ params }) => ({
    entries: await listHistory({ database, settings, group: params.group }),
  }))

  defineRoute(api, 'saveSettings', async (context) => {
    await saveDraft({ ...toChange(context), value: context.body.value })
    return reply({ message: 'Draft saved', group: context.params.group })
  })

  defineRoute(api, 'discardSettings', async (context) => {
    await discardDraft(toChange(context))
    return reply({ message: 'Draft deleted', group: context.params.group })
  })

  defineRoute(api, 'publishSettings', async (context) => {
    const at = context.body.at === null ? null : new Date(context.body.at)
    await publishDraft({ ...toChange(context), at })
    await shopSettings.load()
    return reply({ message: at === null ? 'Published' : 'Publication planned', group: context.params.group })
  })

  defineRoute(api, 'undoSettings', async (context) => {
    await undoPublication(toChange(context))
    await shopSettings.load()
    return reply({ message: 'Taken back', group: context.params.group })
  })

  defineRoute(api, 'createSettingsPreview', async () => ({ href: `/buy?preview=${previewLinks.create(Date.now())}` }))

  const isValidPreview = (token: string | undefined) => token !== undefined && previewLinks.isValid({ token, now: Date.now() })
  const readShown = (isPreview: boolean) =>
    isPreview ? readShopSettings({ database, settings, withDrafts: true }) : Promise.resolve(shopSettings.current)

  defineRoute(api, 'getPolicyText', async ({ params, query }) => {
    const { 'policy-texts': texts } = await readShown(isValidPreview(query.preview))
    return { text: parseRichText(texts[params.policy]) }
  })

  defineRoute(
    api,
    'getFrontPageRows',
    async ({ query: { preview } }) => {
      const isPreview = isValidPreview(preview)
      const shown = await readShown(isPreview)
      const rows = await showRows({ database: isPreview ? database : storefrontReads.choose(), rows: shown['front-page'].rows })
      return { rows: rows.map((row) => ('products' in row ? { ...row, products: addOfferTexts({ products: row.products, texts }) } : row)) }
    },
    { cacheable: true },
  )

  api.register(async (forms) => uploadRoutes(forms, dependencies))
  api.register(async (forms) => videoUploadRoute(forms, dependencies))
}

async function uploadRoutes(api: FastifyInstance, { images }: SettingsDependencies): Promise<void> {
  await acceptUploads(api)

  defineRoute(api, 'uploadBrandImage', async ({ body }) => {
    const upload = Buffer.from(await body.image.arrayBuffer())
    return { image: await storeBrandImage({ images, upload }) }
  })

  defineRoute(api, 'uploadFrontPagePicture', async ({ body, request }) => {
    const upload = Buffer.from(await body.image.arrayBuffer())
    const focus = { x: body.focusX ?? centre.x, y: body.focusY ?? centre.y }
    const stored = await storeUpload({ images, name: 'front page', upload, focus, log: request.log })
    return { picture: { image: imagePath(stored.imageKey), backdrop: stored.placeholderColor, alt: '' } }
  })
}

async function videoUploadRoute(api: FastifyInstance, { images }: SettingsDependencies): Promise<void> {
  const field = { name: 'video', maxMegabytes: uploads.videoMaxMegabytes, tooLarge: 'video_too_large' } as const
  await acceptUploads(api, { field })

  defineRoute(api, 'uploadFrontPageVideo', async ({ body }) => {
    const upload = Buffer.from(await body.video.arrayBuffer())
    return { video: await storeVideo({ images, upload }) }
  })
}
