import { data } from 'react-router'
import { publicCacheControl } from '#contract/api.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import type { Page } from '#contract/pages/pages.ts'
import { type Call, call } from '../api/client.ts'
import { callContext } from '../api/load-context.ts'
import { describePage } from '../layout/page-meta.ts'
import { describeFailedPage, throwStatus } from '../layout/public-page.ts'
import { Divider } from '../ui/divider.tsx'
import { Picture, phoneImageSizes } from '../ui/picture.tsx'
import { RichText, toPlainText } from '../ui/rich-text.tsx'
import type { Route } from './+types/own-page'

interface LoadOptions {
  readonly call: Call
  readonly slug: string
  readonly request: Request
}

/** A published page, or its draft by a preview link. */
async function load({ call, slug, request }: LoadOptions): Promise<Page & { isPreview: boolean }> {
  const preview = new URL(request.url).searchParams.get('preview')
  const page =
    preview === null
      ? call('GET /pages/:slug', { params: { slug } })
      : call('GET /pages/:slug/preview', { params: { slug }, query: { preview } })
  return { ...(await page.catch(throwStatus)), isPreview: preview !== null }
}

export async function loader({ context, params: { slug }, request }: Route.LoaderArgs) {
  const page = await load({ call: context.get(callContext), slug, request })
  return data(page, { headers: { 'cache-control': page.isPreview ? 'private, no-store' : publicCacheControl } })
}

export const clientLoader = ({ params: { slug }, request }: Route.ClientLoaderArgs) => load({ call, slug, request })

/** Error pages must not be cached. */
export const headers: Route.HeadersFunction = ({ errorHeaders, loaderHeaders }) =>
  errorHeaders ? { 'cache-control': 'no-cache' } : loaderHeaders

export const meta: Route.MetaFunction = ({ loaderData: page, matches, error }) => {
  const config = matches[0]?.loaderData
  const storeName = config?.storeName ?? ''
  if (page === undefined) return describeFailedPage({ name: 'Page', error, storeName })
  const { slug, title, description, sections, isPreview } = page
  const text = sections.map((section) => toPlainText(section.text)).find((plain) => plain !== '')
  const picture = sections.find((section) => section.picture !== null)?.picture
  return [
    ...describePage({
      config,
      path: `/pages/${slug}`,
      title: `${title} · ${storeName}`,
      description: description || cutText(text ?? `${title} of ${storeName}`, 300),
      product: picture ? { name: picture.alt || title, image: picture.image } : undefined,
    }),
    ...(isPreview ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

const wideSizes = `(min-width: 64rem) 30vw, (min-width: 40rem) 44vw, ${phoneImageSizes}`

/** A page that the owner has written: a picture stands beside its text, and pictures without one beside each other. */
export default function OwnPage({ loaderData: { title, sections, isPreview } }: Route.ComponentProps) {
  const first = sections.findIndex(({ picture }) => picture !== null)
  return (
    <article className="page-width flex flex-col gap-8 pt-8 wrap-anywhere sm:pt-12">
      {isPreview && (
        <p role="note" className="border-l-4 border-thread bg-raised px-4 py-2">
          This is a preview: visitors of the shop do not see it.
        </p>
      )}
      <header className="flex flex-col gap-4">
        <h1 className="title">{title}</h1>
        <Divider className="text-thread" />
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
        {sections.map(({ heading, text, picture }, index) => (
          <section
            // biome-ignore lint/suspicious/noArrayIndexKey: the sections of a page do not move
            key={index}
            className={
              picture === null
                ? 'col-span-full'
                : text.length > 0
                  ? 'col-span-full grid items-start gap-x-10 gap-y-5 sm:grid-cols-[2fr_3fr] lg:grid-cols-[1fr_2fr]'
                  : 'flex flex-col gap-3'
            }
          >
            {picture && (
              <Picture
                image={picture.image}
                alt={picture.alt}
                placeholderColor={picture.backdrop}
                sizes={wideSizes}
                loading={index === first && index < 2 ? 'first' : 'lazy'}
              />
            )}
            {(heading !== '' || text.length > 0) && (
              <div className="flex max-w-[68ch] min-w-0 flex-col gap-3">
                {heading !== '' && <h2 className="font-display text-2xl leading-tight">{heading}</h2>}
                {text.length > 0 && <RichText blocks={text} className="leading-relaxed" />}
              </div>
            )}
          </section>
        ))}
      </div>
    </article>
  )
}
