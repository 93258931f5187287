import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { toRupees } from '#contract/kernel/money.ts'
import { findState } from '#contract/tax/states.ts'
import { escapeXml } from '../../kernel/escape-xml.ts'
import { type BookedDocument, sumByRate, titleOf, toPercent } from './month-tables.ts'

/** The ledger of all buyers without a GSTIN. */
const consumers = 'Online customers'

/** What Tally groups a ledger with. */
type Group = 'Sundry Debtors' | 'Sales Accounts' | 'Duties & Taxes'

interface Entry {
  readonly ledger: string
  readonly group: Group
  /** paise, above 0 for a credit; Tally writes debits below 0 */
  readonly credit: number
}

const element = (name: string, text: string | number): string => `<${name}>${escapeXml(String(text))}</${name}>`

/** The entries of a document, whose sum is 0. */
function listEntries(document: BookedDocument): Entry[] {
  const { buyer, kind, lines, total } = document
  const party = buyer.gstin === null ? consumers : `${buyer.businessName || buyer.name} (${buyer.gstin})`
  const sign = kind === 'credit note' ? -1 : 1
  const sales = [...sumByRate(lines)].map(([rate, { taxable }]): Entry => {
    return { ledger: rate === 0 ? 'Sales' : `Sales ${toPercent(rate)} %`, group: 'Sales Accounts', credit: sign * taxable }
  })
  const taxes = (['cgst', 'sgst', 'igst'] as const).map((tax): Entry => {
    return { ledger: `Output ${tax.toUpperCase()}`, group: 'Duties & Taxes', credit: sign * document[tax] }
  })
  return [{ ledger: party, group: 'Sundry Debtors', credit: -sign * total }, ...sales, ...taxes.filter(({ credit }) => credit !== 0)]
}

function writeVoucher(document: BookedDocument, entries: readonly Entry[]): string {
  const { written, issuedAt, orderNumber, refersTo, reason, buyer, placeOfSupply, kind } = document
  const type = kind === 'credit note' ? 'Credit Note' : 'Sales'
  const narration = [titleOf(document), `order ${orderNumber}`, buyer.name, refersTo && `credits ${refersTo.written}`, reason]
    .filter(Boolean)
    .join(', ')
  const ledgers = entries.map(({ ledger, credit }) => {
    const values = [
      element('LEDGERNAME', ledger),
      element('ISDEEMEDPOSITIVE', credit < 0 ? 'Yes' : 'No'),
      element('AMOUNT', toRupees(credit as never).toFixed(2)),
    ]
    return `<ALLLEDGERENTRIES.LIST>${values.join('')}</ALLLEDGERENTRIES.LIST>`
  })
  return [
    `<TALLYMESSAGE xmlns:UDF="TallyUDF"><VOUCHER VCHTYPE="${type}" ACTION="Create" OBJVIEW="Accounting Voucher View">`,
    element('DATE', toIndianDay(issuedAt).replaceAll('-', '')),
    element('VOUCHERTYPENAME', type),
    element('VOUCHERNUMBER', written),
    element('REFERENCE', refersTo?.written ?? orderNumber),
    element('PARTYLEDGERNAME', entries[0]?.ledger ?? consumers),
    element('PERSISTEDVIEW', 'Accounting Voucher View'),
    element('ISINVOICE', 'No'),
    element('PARTYGSTIN', buyer.gstin ?? ''),
    element('STATENAME', findState(buyer.stateCode)?.name ?? ''),
    element('PLACEOFSUPPLY', findState(placeOfSupply)?.name ?? ''),
    element('NARRATION', narration),
    ...ledgers,
    '</VOUCHER></TALLYMESSAGE>',
  ].join('')
}

const writeLedger = ([name, group]: readonly [string, Group]): string =>
  `<TALLYMESSAGE xmlns:UDF="TallyUDF"><LEDGER NAME="${escapeXml(name)}" ACTION="Create">${element('NAME', name)}${element('PARENT', group)}</LEDGER></TALLYMESSAGE>`

const writeEnvelope = (report: 'All Masters' | 'Vouchers', messages: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA>',
    `<REQUESTDESC><REPORTNAME>${report}</REPORTNAME></REQUESTDESC><REQUESTDATA>`,
    ...messages,
    '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>',
    '',
  ].join('\n')

/** The ledgers and vouchers of a month as Tally imports them, the ledgers first. */
export function createTallyFiles() {
  const ledgers = new Map<string, Group>()
  const vouchers: string[] = []
  return {
    add(document: BookedDocument): void {
      const entries = listEntries(document)
      for (const { ledger, group } of entries) ledgers.set(ledger, group)
      vouchers.push(writeVoucher(document, entries))
    },
    list: (): { readonly name: string; readonly text: string }[] => [
      { name: 'tally-ledgers.xml', text: writeEnvelope('All Masters', [...ledgers].map(writeLedger)) },
      { name: 'tally-vouchers.xml', text: writeEnvelope('Vouchers', vouchers) },
    ],
  }
}
