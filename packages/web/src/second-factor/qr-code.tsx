import { encode } from 'uqr';

/** Renders a QR code. Its margin is white in dark themes too, because cameras need the contrast. */
export function QrCode(props: { text: string; label: string }) {
  const code = () => encode(props.text, { border: 2 });
  const path = () =>
    code()
      .data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
      .join('');
  return (
    <svg
      role="img"
      aria-label={props.label}
      viewBox={`0 0 ${code().size} ${code().size}`}
      width="200"
      height="200"
      shape-rendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${code().size}v${code().size}H0z`} />
      <path fill="#000" d={path()} />
    </svg>
  );
}
