// A full URL as text with its registered domain marked: never shortened and never a link.
import type { Address, AddressFault } from "#shared/request/kinds/elicitation/url.ts";
import { PaperLine } from "#kit/text/Paper.tsx";
import s from "./Elicitation.module.css";

export function AddressLine({ url, address }: { url: string; address: Address | AddressFault }) {
  return (
    <p className={s.address} data-address="">
      {typeof address === "string" ? (
        <PaperLine text={url} />
      ) : (
        <>
          <PaperLine text={address.before} />
          <mark>{address.domain}</mark>
          <PaperLine text={address.after} />
        </>
      )}
    </p>
  );
}
