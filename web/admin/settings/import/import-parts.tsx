import type { ShopImport, ShopImportChoiceMap, ShopImportReport } from '#contract/shop-import/shop-import.ts'
import type { ShopImportPart } from '#contract/shop-import/shop-import-limits.ts'
import { type Column, Table } from '../../kit/table.tsx'
import { formatCount, hasChoice, partLabels } from './import-texts.ts'

interface ImportPartsProps {
  shopImport: ShopImport
  choices: ShopImportChoiceMap
  /** undefined: the choice is made */
  onChoose: ((part: ShopImportPart, choice: 'mine' | 'theirs') => void) | undefined
}

/** What a file has, and what becomes of it. */
export function ImportParts({ shopImport: { parts, state }, choices, onChoose }: ImportPartsProps) {
  const hasRun = state !== 'checked'
  const count: Column<ShopImportReport> = { head: 'In the file', cell: ({ rows }) => formatCount(rows) }
  const name: Column<ShopImportReport> = { head: 'Part', cell: ({ part }) => <span className="font-semibold">{partLabels[part]}</span> }
  const choice: Column<ShopImportReport> = {
    head: 'If it is here with other values',
    cell: ({ part, here }) =>
      hasChoice(part) && here > 0 ? (
        <select
          aria-label={`${partLabels[part]}: if it is here with other values`}
          className="min-h-11 w-full max-w-56 rounded-control border border-edge bg-raised px-2 text-ink hover:border-ink"
          value={choices[part] ?? 'mine'}
          disabled={!onChoose}
          onChange={({ currentTarget: { value } }) => onChoose?.(part, value === 'theirs' ? 'theirs' : 'mine')}
        >
          <option value="mine">Keep mine</option>
          <option value="theirs">Take theirs</option>
        </select>
      ) : (
        <span className="text-soft">{hasChoice(part) ? 'Nothing is here yet' : 'Only what is missing is added'}</span>
      ),
  }
  const before: readonly Column<ShopImportReport>[] = [name, count, { head: 'Here', cell: ({ here }) => formatCount(here) }, choice]
  const outcome: Column<ShopImportReport> = {
    head: 'Outcome',
    className: 'w-1/2',
    cell: (part) => (
      <>
        {describeOutcome(part)}
        {part.refused > 0 && <span className="block font-semibold text-bad">{formatCount(part.refused)} refused</span>}
      </>
    ),
  }
  const after: readonly Column<ShopImportReport>[] = [name, count, outcome]
  return <Table label="Parts of the file" rows={parts} getKey={({ part }) => part} columns={hasRun ? after : before} />
}

const describeOutcome = (part: ShopImportReport): string =>
  (['new', 'changed', 'unchanged'] as const)
    .filter((outcome) => part[outcome] > 0)
    .map((outcome) => `${formatCount(part[outcome])} ${outcome}`)
    .join(', ')
