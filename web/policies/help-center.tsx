import { useState } from 'react'
import { useNonce } from '../layout/nonce.ts'
import { useStoreConfig } from '../layout/store-config.ts'
import { Divider } from '../ui/divider.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { TextField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Route } from './+types/help-center'
import { AreaLink } from './area-link.tsx'
import { type Answer, type AnswerGroup, buildAnswerGroups, findAnswers } from './help-answers.ts'
import { describePolicyPage } from './policy-page.tsx'
import { buildTerms } from './policy-terms.ts'

export const meta: Route.MetaFunction = ({ matches, location }) =>
  describePolicyPage({
    config: matches[0]?.loaderData,
    location,
    path: '/help-center',
    title: 'Help Center',
    description: 'Answers to common questions about delivery, returns, refunds, payment, sizes and accounts.',
  })

/** The frequently asked questions with a search, which needs JavaScript. */
export default function HelpCenter() {
  const [query, setQuery] = useState('')
  const { policies, texts, hasReturnRules = false } = useStoreConfig()
  const terms = buildTerms(policies, texts?.serviceHours)
  const all = buildAnswerGroups(terms, { hasReturnRules })
  const groups = findAnswers({ groups: all, query })
  const count = groups.reduce((sum, { answers }) => sum + answers.length, 0)
  const isSearching = query.trim() !== ''
  return (
    <div className="page-width pt-8 sm:pt-12">
      <div className="flex max-w-4xl flex-col gap-10">
        <FaqJsonLd groups={all} />
        <header className="flex flex-col gap-4">
          <h1 className="title">Help Center</h1>
          <p className="max-w-prose text-lg text-soft">
            Answers to common questions. Need more help? <AreaLink to="/contact">Contact us</AreaLink> ({terms.serviceHours}) or{' '}
            <AreaLink to="/order-tracking">track your order</AreaLink>.
          </p>
        </header>
        <search className="hidden js:block">
          <TextField
            label="Search for answers"
            type="search"
            aria-required={false}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            autoComplete="off"
            enterKeyHint="search"
            placeholder="refund, size, PIN …"
          />
          <p role="status" className="mt-2 min-h-6 text-sm text-soft">
            {isSearching && `${count === 1 ? '1 answer' : `${count} answers`}`}
          </p>
        </search>
        {groups.map(({ title, answers }) => (
          <section key={title} aria-label={title} className="flex flex-col gap-3">
            <h2 className="font-display text-2xl">{title}</h2>
            <Divider className="text-edge" />
            <div>
              {answers.map((answer) => (
                // Remounted when a search starts or ends, because its answers are open.
                <AnswerRow key={`${answer.question} ${isSearching}`} answer={answer} open={isSearching && count <= 3} />
              ))}
            </div>
          </section>
        ))}
        {count === 0 && (
          <EmptyState title="No answers found">
            <p>
              Nobody has asked us that yet. Try another word, or <AreaLink to="/contact">ask us</AreaLink>.
            </p>
          </EmptyState>
        )}
      </div>
    </div>
  )
}

function AnswerRow({ answer: { question, text, more }, open }: { answer: Answer; open: boolean }) {
  return (
    <details open={open} className="group border-b border-line">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-medium [&::-webkit-details-marker]:hidden">
        {question}
        <Icon name="down" size={18} className="shrink-0 transition-transform duration-150 group-open:rotate-180" />
      </summary>
      <div className="flex max-w-prose flex-col gap-3 pb-5 leading-relaxed text-soft">
        {text.split('\n').map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {more && (
          <p>
            <AreaLink to={more.to}>{more.label}</AreaLink>
          </p>
        )}
      </div>
    </details>
  )
}

/** The questions and answers as schema.org JSON-LD for search engines. */
function FaqJsonLd({ groups }: { groups: readonly AnswerGroup[] }) {
  const nonce = useNonce()
  const faq = {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: groups.flatMap(({ answers }) =>
      answers.map(({ question, text }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text },
      })),
    ),
  }
  return (
    <script type="application/ld+json" nonce={nonce} suppressHydrationWarning>
      {JSON.stringify(faq).replaceAll('<', '\\u003c')}
    </script>
  )
}
