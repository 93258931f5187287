import { useState } from 'react'
import { useNonce } from '../layout/nonce.ts'
import { Divider } from '../ui/divider.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { TextField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Route } from './+types/help-center'
import { AreaLink } from './area-link.tsx'
import { describePolicyPage } from './describe-page.ts'
import { type Answer, answerGroups, findAnswers } from './help-answers.ts'
import { terms } from './policy-terms.ts'

export const meta: Route.MetaFunction = ({ matches, location }) =>
  describePolicyPage({
    facts: matches[0]?.loaderData,
    location,
    path: '/help-center',
    title: 'Help Center',
    description: 'Short answers about delivery, returns, refunds, payment, sizes and accounts. And how to reach a person.',
  })

/** Short answers to what is asked most. Without JavaScript all of them are there, only the search is not. */
export default function HelpCenter() {
  const [query, setQuery] = useState('')
  const groups = findAnswers(query)
  const count = groups.reduce((sum, { answers }) => sum + answers.length, 0)
  const searching = query.trim() !== ''
  return (
    <div className="page-width pt-8 sm:pt-12">
      <div className="flex max-w-4xl flex-col gap-10">
        <FaqJsonLd />
        <header className="flex flex-col gap-4">
          <h1 className="title">Help Center</h1>
          <p className="max-w-prose text-lg text-soft">
            Short answers first. A person is there too: <AreaLink to="/contact">write to us</AreaLink> at any hour, we answer{' '}
            {terms.serviceHours}. Looking for a parcel? <AreaLink to="/order-tracking">Track your order</AreaLink>.
          </p>
        </header>
        <search className="hidden js:block">
          <TextField
            label="Search the answers"
            type="search"
            aria-required={false}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            autoComplete="off"
            enterKeyHint="search"
            placeholder="refund, size, PIN …"
          />
          <p role="status" className="mt-2 min-h-6 text-sm text-soft">
            {searching && `${count === 1 ? '1 answer' : `${count} answers`}`}
          </p>
        </search>
        {groups.map(({ title, answers }) => (
          <section key={title} aria-label={title} className="flex flex-col gap-3">
            <h2 className="font-display text-2xl">{title}</h2>
            <Divider className="text-edge" />
            <div>
              {answers.map((answer) => (
                // Anew when a search begins or ends: its answers stand open, the others closed.
                <AnswerRow key={`${answer.question} ${searching}`} answer={answer} open={searching && count <= 3} />
              ))}
            </div>
          </section>
        ))}
        {count === 0 && (
          <EmptyState title="No answer here yet">
            <p>
              Try another word, or <AreaLink to="/contact">ask us</AreaLink>.
            </p>
          </EmptyState>
        )}
      </div>
    </div>
  )
}

function AnswerRow({ answer: { question, words, more }, open }: { answer: Answer; open: boolean }) {
  return (
    <details open={open} className="group border-b border-line">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-medium [&::-webkit-details-marker]:hidden">
        {question}
        <Icon name="down" size={18} className="shrink-0 transition-transform duration-150 group-open:rotate-180" />
      </summary>
      <div className="flex max-w-prose flex-col gap-3 pb-5 leading-relaxed text-soft">
        {words.map((paragraph) => (
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

/** The same questions and answers for search engines, in schema.org's words. */
function FaqJsonLd() {
  const nonce = useNonce()
  const facts = {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: answerGroups.flatMap(({ answers }) =>
      answers.map(({ question, words }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: words.join(' ') },
      })),
    ),
  }
  return (
    <script type="application/ld+json" nonce={nonce} suppressHydrationWarning>
      {JSON.stringify(facts).replaceAll('<', '\\u003c')}
    </script>
  )
}
