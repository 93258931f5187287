import type { ReactNode } from 'react'
import type { FigureDays } from '#contract/figures/figures.ts'
import { FigureTabs } from '../kit/admin-tabs.tsx'
import { FilterSelect, ListError, ListFilters, ListFrame } from '../kit/list-frame.tsx'
import { analysisPath, buildListHref } from '../kit/list-href.ts'
import { formatDatedPeriod, StillCounted } from './figure-parts.tsx'
import { FileButtons } from './file-buttons.tsx'
import { PeriodNav } from './period-nav.tsx'
import '../../ui/print.css'

interface FigureScreenProps<Group extends string> {
  title: string
  /** of the address */
  view: string
  days: FigureDays
  /** what rows can be, the usual one first, with their names */
  groups?: { by: Group; names: Readonly<Record<Group, string>> }
  /** undefined when they could not be loaded */
  list: { readonly period: { readonly from: string; readonly to: string }; readonly countedSince: string | null } | undefined
  error: string | undefined
  download: () => Promise<void>
  /** the figures; not shown without them */
  children: ReactNode
}

/** The frame of figures of the last days: periods, kinds of rows, file and print. */
export function FigureScreen<Group extends string>(props: FigureScreenProps<Group>) {
  const { title, view, days, groups, list, error, download, children } = props
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
        aside={list && <p className="text-soft">{formatDatedPeriod(list.period)}</p>}
      >
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 print:hidden">
          <PeriodNav
            days={days}
            buildHref={(count) => buildListHref({ path: analysisPath, params: { view, days: count, ...(groups && { by: groups.by }) } })}
          />
          {groups && usual && (
            <ListFilters action={analysisPath} q="" hint={undefined}>
              <input type="hidden" name="view" value={view} />
              <input type="hidden" name="days" value={days} />
              <FilterSelect name="by" label="Rows" value={groups.by === usual[0] ? '' : groups.by} allLabel={usual[1]} choices={others} />
            </ListFilters>
          )}
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
