import type { LoaderFunctionArgs, MetaDescriptor } from 'react-router'
import type { PolicyName } from '#contract/settings/own-texts.ts'
import type { Block as TextBlock } from '#contract/settings/rich-text.ts'
import { type Call, call } from '../api/client.ts'
import { callContext, type StoreConfig } from '../api/load-context.ts'
import { findAreaBase } from '../layout/footer.tsx'
import { describePage, type PageMetaProps } from '../layout/page-meta.ts'
import { useStoreConfig } from '../layout/store-config.ts'
import { Divider } from '../ui/divider.tsx'
import { formatDate } from '../ui/format-date.ts'
import { RichText } from '../ui/rich-text.tsx'
import { loadOwnText } from './own-text.ts'
import { buildTerms, findLastUpdated, type Terms } from './policy-terms.ts'
import { PolicyText } from './policy-text.tsx'

/** A paragraph, a bulleted list or a numbered list, in the Markdown subset of `PolicyText`. Null is left out. */
type PolicyBlock = string | readonly string[] | { readonly steps: readonly string[] } | null

export interface Policy {
  /** the path of the canonical URL */
  readonly path: string
  readonly title: string
  readonly description: string
  /** a short summary */
  readonly lead: string
  /** the most important figures, as term and description */
  readonly highlights: readonly (readonly [string, string])[]
  readonly sections: (
    config: StoreConfig,
  ) => readonly { readonly id: string; readonly heading: string; readonly body: readonly PolicyBlock[] }[]
}

/** The meta tags of a policy page. Its copies in the dashboards name the public page as canonical and are not indexed. */
export function describePolicyPage({ location, ...page }: PageMetaProps & { location: { pathname: string } }): MetaDescriptor[] {
  return [
    ...describePage({ ...page, title: `${page.title} · ${page.config?.storeName ?? ''}` }),
    ...(findAreaBase(location.pathname) === '' ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}

interface PageRequest {
  readonly call: Call
  readonly request: Request
}

/** The loaders and the meta tags of a policy page, whose component the route declares by itself. */
export function createPolicyRoute({ policy, build }: { policy: PolicyName; build: (terms: Terms) => Policy }) {
  const load = async (request: PageRequest) => ({ ownText: await loadOwnText({ policy, ...request }) })
  return {
    loader: ({ context, request }: LoaderFunctionArgs) => load({ call: context.get(callContext), request }),
    clientLoader: ({ request }: { request: Request }) => load({ call, request }),
    meta({ matches, location }: PolicyMetaArgs): MetaDescriptor[] {
      const config = matches[0]?.loaderData
      return describePolicyPage({ ...build(buildTerms(config?.policies)), config, location })
    },
  }
}

export interface PolicyMetaArgs {
  readonly matches: readonly [{ readonly loaderData?: StoreConfig | undefined }, ...unknown[]]
  readonly location: { readonly pathname: string }
}

/** A policy page: what the owner has written, highlights, sections and, on wide screens, a table of contents. */
export function PolicyPage({ build, ownText }: { build: (terms: Terms) => Policy; ownText: readonly TextBlock[] }) {
  const config = useStoreConfig()
  const { title, lead, highlights, sections } = build(buildTerms(config.policies, config.texts?.serviceHours))
  const builtSections = sections(config)
  const updatedOn = findLastUpdated(config.policiesChangedOn)
  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 wrap-anywhere pt-8 sm:pt-12 lg:grid-cols-[13rem_minmax(0,1fr)] xl:gap-x-20">
      <header className="flex max-w-[68ch] flex-col gap-4 lg:col-start-2">
        <h1 className="title">{title}</h1>
        <p className="text-lg text-soft">{lead}</p>
        <p className="text-sm text-soft">
          Last updated on <time dateTime={updatedOn}>{formatDate(`${updatedOn}T00:00:00+05:30`)}</time>
        </p>
        <Divider className="mt-2 text-thread" />
      </header>
      <nav aria-label="On this page" className="hidden self-start lg:sticky lg:top-24 lg:row-start-2 lg:block">
        <p className="text-sm font-semibold">On this page</p>
        <ol className="mt-2 border-l border-line">
          {builtSections.map(({ id, heading }) => (
            <li key={id}>
              <a href={`#${id}`} className="flex min-h-9 items-center pl-4 text-soft hover:text-ink hover:underline">
                {heading}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <article className="flex max-w-[68ch] flex-col gap-12 lg:col-start-2">
        {ownText.length > 0 && <RichText blocks={ownText} className="leading-relaxed" />}
        <dl className="grid gap-x-8 gap-y-5 rounded-control bg-sunk p-6 sm:grid-cols-2">
          {highlights.map(([term, description]) => (
            <div key={term}>
              <dt className="text-sm text-soft">{term}</dt>
              <dd className="font-display text-xl leading-snug">{description}</dd>
            </div>
          ))}
        </dl>
        {builtSections.map(({ id, heading, body }) => (
          <section key={id} aria-labelledby={id} className="flex flex-col gap-3">
            <h2 id={id} className="font-display text-2xl leading-tight">
              {heading}
            </h2>
            <div className="flex flex-col gap-4 leading-relaxed [&_li]:pl-1 [&_ol]:list-decimal [&_ul]:list-disc [&_:is(ol,ul)]:flex [&_:is(ol,ul)]:flex-col [&_:is(ol,ul)]:gap-2 [&_:is(ol,ul)]:pl-5">
              {body.map((block) => block !== null && <Block key={JSON.stringify(block)} block={block} />)}
            </div>
          </section>
        ))}
      </article>
    </div>
  )
}

function Block({ block }: { block: NonNullable<PolicyBlock> }) {
  if (typeof block === 'string')
    return (
      <p>
        <PolicyText text={block} />
      </p>
    )
  const List = 'steps' in block ? 'ol' : 'ul'
  const items = 'steps' in block ? block.steps : block
  return (
    <List>
      {items.map((item) => (
        <li key={item}>
          <PolicyText text={item} />
        </li>
      ))}
    </List>
  )
}
