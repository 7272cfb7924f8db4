export default function Page() {
  return <p>A page of your own</p>
}
