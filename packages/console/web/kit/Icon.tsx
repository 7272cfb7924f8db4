/** Pictures of 16 pixels, drawn in the colour of the text. They decorate: what they stand for is said in words. */
const paths = {
  activity: "M1.5 8.5h3l2-5.5 3 10 2-4.5h3",
  playground: "M4 2.5 13 8l-9 5.5z",
  jobs: "M2 3.5h12M2 8h12M2 12.5h7",
  monitors:
    "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z",
  agents: "M8 1.5v3M3.5 4.5h9v8h-9zM6 8v1M10 8v1M1.5 7.5v3M14.5 7.5v3",
  sessions: "M1.5 3h13v10h-13zM1.5 6h13M3.5 4.5h.5M5.5 4.5H6",
  account: "M8 8.2a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM2.5 14c.6-2.4 2.8-3.6 5.5-3.6s4.9 1.2 5.5 3.6",
  system: "M2 13.5V9M6 13.5V5M10 13.5V7.5M14 13.5V2.5",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.5 10.5l3.5 3.5",
  menu: "M2 4h12M2 8h12M2 12h12"
} as const

export type IconName = keyof typeof paths

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)
