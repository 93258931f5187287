import type { ReactNode } from 'react'
import { type FigureDays, figureDays } from '#contract/figures/figures.ts'
import { FigureTabs } from '../../kit/admin-tabs.tsx'
import { oneOf, parsePastMonth } from '../../kit/define-list.ts'
import { FilterSelect, ListError, ListFilters, ListFrame } from '../../kit/list-frame.tsx'
import { analysisPath, buildListHref } from '../../kit/list-href.ts'
import { formatDatedPeriod, StillCounted } from './figure-parts.tsx'
import { FileButtons } from './file-buttons.tsx'
import { listMonths } from './months.tsx'
import { PeriodNav } from './period-nav.tsx'
import '../../../ui/print.css'

/** Parsers of the period in an address. */
export const periodFilters = { days: oneOf(figureDays), month: parsePastMonth }

interface FigureScreenProps<Group extends string> {
  title: string
  /** of the address */
  view: string
  days: FigureDays
  /** in place of the days */
  month: string | undefined
  /** what rows can be, the usual one first, with their names */
  groups?: { by: Group; names: Readonly<Record<Group, string>> }
  /** undefined when they could not be loaded */
  list: { readonly period: { readonly from: string; readonly to: string }; readonly countedSince: string | null } | undefined
  error: string | undefined
  /** before the period, such as `Orders placed` */
  periodLabel?: string
  download: () => Promise<void>
  /** the figures; not shown without them */
  children: ReactNode
}

/** The frame of figures of the last days or a month: periods, kinds of rows, file and print. */
export function FigureScreen<Group extends string>(props: FigureScreenProps<Group>) {
  const { title, view, days, month, groups, list, error, periodLabel = '', download, children } = props
  const [usual, ...others] = Object.entries(groups?.names ?? {}) as [string, string][]
  return (
    <div data-print>
      <ListFrame
        title={title}
        tabs={
          <div className="print:hidden">
            <FigureTabs />
          </div>
        }
        aside={list && <p className="text-soft">{`${periodLabel} ${formatDatedPeriod(list.period)}`.trim()}</p>}
      >
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 print:hidden">
          <PeriodNav
            days={month === undefined ? days : undefined}
            buildHref={(count) => buildListHref({ path: analysisPath, params: { view, days: count, ...(groups && { by: groups.by }) } })}
          />
          <ListFilters action={analysisPath} q="" hint={undefined}>
            <input type="hidden" name="view" value={view} />
            <input type="hidden" name="days" value={month === undefined ? days : ''} />
            <FilterSelect name="month" label="Month" value={month ?? ''} allLabel="The last days" choices={listMonths(month)} />
            {groups && usual && (
              <FilterSelect name="by" label="Rows" value={groups.by === usual[0] ? '' : groups.by} allLabel={usual[1]} choices={others} />
            )}
          </ListFilters>
          <FileButtons download={download} />
        </div>
        {error !== undefined && <ListError text={error} />}
        {list && (
          <>
            <StillCounted since={list.countedSince} />
            {children}
          </>
        )}
      </ListFrame>
    </div>
  )
}
