import { useState } from 'react'
import { formatRupees } from '#contract/kernel/money.ts'
import { documentFaultTexts } from '#contract/tax/document-faults.ts'
import type { BookCheck } from '#contract/tax/document-list.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'

const count = (number: number, one: string, many: string): string => `${number.toLocaleString('en-IN')} ${number === 1 ? one : many}`

const countProblems = ({ gaps, differences, faults = [], missing = [] }: BookCheck): number =>
  gaps.length + differences.length + faults.length + missing.length

function describeCheck(check: BookCheck): { message: string; isError: boolean } {
  const { documents, orders } = check
  const problems = countProblems(check)
  if (problems > 0) return { message: `The books have ${count(problems, 'difference', 'differences')}.`, isError: true }
  return {
    message: `No difference: ${count(documents, 'document', 'documents')} of ${count(orders, 'order', 'orders')} without a gap in the numbers.`,
    isError: false,
  }
}

/** Compares the documents with their orders, and shows what differs. */
export function CheckBooks() {
  const [found, setFound] = useState<BookCheck>()
  const { busy, message, run } = useAction()
  const check = () =>
    run(async () => {
      setFound(undefined)
      const reply = await callSignedIn('POST /documents/check', {})
      setFound(reply)
      return describeCheck(reply)
    })
  return (
    <div className="flex flex-col items-start gap-3">
      <SmallButton aria-disabled={busy} onClick={check}>
        {busy ? 'Checking …' : 'Check the books'}
      </SmallButton>
      <StatusMessage message={message} />
      {found && countProblems(found) > 0 && (
        <ul aria-label="Differences" className="flex flex-col gap-1.5 text-sm">
          {found.gaps.map(({ series, year, missing }) => (
            <li key={`${series} ${year}`}>
              {series}/{year}: no document has the number {missing.join(', ')}.
            </li>
          ))}
          {found.differences.map(({ order, documents, expected }) => (
            <li key={order._id}>
              <DrawerLink id={order._id} className="link">
                {order.number}
              </DrawerLink>
              : the sum of its documents is {formatRupees(documents)}, that of the order {formatRupees(expected)}.
            </li>
          ))}
          {found.faults?.map(({ written, fault }) => (
            <li key={written}>
              {written}: {documentFaultTexts[fault]}.
            </li>
          ))}
          {found.missing?.map(({ _id, number }) => (
            <li key={_id}>
              <DrawerLink id={_id} className="link">
                {number}
              </DrawerLink>
              : it has left without a document.
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
