import type { FrontPagePicture, FrontPageRow, FrontPageSettings } from '#contract/settings/front-page.ts'

/** A row with the id by which the form knows it. */
export interface FormRow {
  readonly id: string
  readonly row: FrontPageRow
}

/** What the controls of the front page show. */
export interface FrontPageValues {
  readonly headline: string
  readonly text: string
  readonly buttonText: string
  readonly buttonHref: string
  readonly picture: FrontPagePicture | null
  readonly morePictures: readonly FrontPagePicture[]
  readonly sharedPicture: FrontPagePicture | null
  readonly video: string | null
  readonly announcement: string
  readonly announcementHref: string
  readonly announcementFrom: string
  readonly announcementUntil: string
  readonly rows: readonly FormRow[]
}

export const toFrontPageForm = ({ headline, text, button, announcement, rows, ...files }: FrontPageSettings): FrontPageValues => ({
  headline: headline.join('\n'),
  text,
  buttonText: button?.text ?? '',
  buttonHref: button?.href ?? '',
  picture: files.picture,
  morePictures: files.morePictures,
  sharedPicture: files.sharedPicture,
  video: files.video,
  announcement: announcement?.text ?? '',
  announcementHref: announcement?.href ?? '',
  announcementFrom: announcement?.from ?? '',
  announcementUntil: announcement?.until ?? '',
  rows: rows.map((row, index) => ({ id: `row-${index}`, row })),
})

export function toFrontPageValue(values: FrontPageValues): Record<string, unknown> {
  const hasButton = values.buttonText.trim() !== '' || values.buttonHref.trim() !== ''
  const { announcementHref, announcementFrom, announcementUntil } = values
  const hasAnnouncement = [values.announcement, announcementHref, announcementFrom, announcementUntil].some((text) => text.trim() !== '')
  return {
    headline: values.headline.split('\n').filter((line) => line.trim() !== ''),
    text: values.text,
    button: hasButton ? { text: values.buttonText, href: values.buttonHref } : null,
    picture: values.picture,
    morePictures: values.morePictures,
    sharedPicture: values.sharedPicture,
    video: values.video,
    announcement: hasAnnouncement
      ? {
          text: values.announcement,
          href: announcementHref.trim() || null,
          from: announcementFrom || null,
          until: announcementUntil || null,
        }
      : null,
    rows: values.rows.map(({ row }) => row),
  }
}
