import { buildZip } from './zip-files.ts'

type Cell = string | { readonly number: string }

const formatCell = (cell: Cell, place: string) =>
  typeof cell === 'string' ? `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>` : `<c r="${place}"><v>${cell.number}</v></c>`

const sheet = (rows: readonly (readonly Cell[])[]) =>
  rows.map((row, y) => `<row r="${y + 1}">${row.map((cell, x) => formatCell(cell, `${'ABCDEF'[x]}${y + 1}`)).join('')}</row>`).join('')

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** An Excel file of one sheet. Numbers are stored as they are written here. */
export function buildWorkbook(rows: readonly (readonly Cell[])[]): Buffer {
  const files = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Products" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${sheet(rows)}</sheetData></worksheet>`,
  }
  return buildZip(Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) })))
}
