"""Verifies a Countersign ledger (ledger.db) or an export of one (.jsonl) by src-shared/ledger/FORMAT.md alone.

    python3 verify.py FILE [--key KEY] [--head SEQ:HASH]

Python's standard library only, which has no Ed25519: signatures of checkpoints are not checked here, their rows are.
Exit code 0: verified. 1: it is not what was written; the first row that shows it is printed. 2: unreadable.
"""

import hashlib
import json
import re
import sqlite3
import sys
from pathlib import Path

NO_HASH = "0" * 64
HASH = re.compile("[0-9a-f]{64}")


class Unreadable(Exception):
    """Nothing that could be verified."""


class Fault(Exception):
    def __init__(self, seq, what):
        super().__init__(f"row {seq}: {what}")


def sha256(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def require(holds, seq, what):
    if not holds:
        raise Fault(seq, what)


def unique(pairs):
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a field twice")
    return fields


def facts_of(row):
    """Readers differ in which of two fields of one name they take, so there is no such object."""
    try:
        facts = json.loads(row["facts"], object_pairs_hook=unique)
    except ValueError:
        facts = None
    require(isinstance(facts, dict), row["seq"], "malformed facts")
    return facts


def is_hash(value):
    return isinstance(value, str) and HASH.fullmatch(value) is not None


class Chain:
    """The walk along the rows."""

    def __init__(self, checkpoints, ledger=None, head=None):
        self.seq, self.hash, self.ledger = 0, NO_HASH, ledger
        self.checkpoints, self.met = checkpoints, set()
        self.referred, self.forgotten = {}, {}
        self.unsigned, self.unproven = None, None
        self.unvouched, self.head = [], head

    def row(self, r):
        self.follows(r["seq"])
        seq = r["seq"]
        texts = [r["sample"], r["kind"], r["facts"], r["media"]]
        require(all(isinstance(t, str) and "\n" not in t for t in texts), seq, "malformed")
        facts = facts_of(r)
        require(r["content"] is None or is_hash(r["content"]), seq, "malformed content")
        media = r["media"].split(" ") if r["media"] else []
        require(all(map(is_hash, media)), seq, "malformed media")
        require(r["prev"] == self.hash, seq, "does not follow from the row before it")
        if seq == 1:
            begun = facts if r["kind"] == "ledger-begun" else {}
            require(self.ledger in (None, begun.get("ledger")), 1, "another ledger's beginning")
            self.ledger = begun.get("ledger")
            require(isinstance(self.ledger, str), 1, "no beginning of a ledger")
        line = [seq, r["at_ms"], r["sample"], r["kind"], r["facts"], r["content"] or "", r["media"]]
        self.goes_on(seq, sha256("\n".join(map(str, line))))
        require(r["hash"] == self.hash, seq, "its hash does not match its content")
        for commitment in ([r["content"]] if r["content"] else []) + media:
            self.referred.setdefault(commitment, seq)
        if r["kind"] == "unvouched":
            if facts["first"] <= facts["last"]:
                self.unvouched.append((facts["first"], facts["last"]))
        if r["kind"] == "forgotten":
            for commitment in facts["contents"]:
                self.forgotten[commitment] = r["at_ms"]

    def omitted(self, seq, digest):
        self.follows(seq)
        self.goes_on(seq, digest)

    def gap(self, seq, hash_):
        require(seq > self.seq, seq, "a gap that leads back")
        require(self.unsigned is None, self.unsigned, "a gap follows, and nothing signed vouches for it")
        self.unproven = self.unproven or seq + 1
        self.arrived(seq, hash_)

    def follows(self, seq):
        require(seq == self.seq + 1, self.seq + 1, f"missing: row {seq} is in its place")

    def goes_on(self, seq, digest):
        self.arrived(seq, sha256(f"countersign-ledger/1\n{self.hash}\n{digest}"))

    def arrived(self, seq, hash_):
        self.unsigned = self.unsigned or seq
        if self.head is not None and self.head[0] == seq:
            require(self.head[1] == hash_, seq, "another row is known from elsewhere")
        if seq in self.checkpoints:
            require(self.checkpoints[seq]["hash"] == hash_, seq, "not the row that was signed")
            self.met.add(seq)
            self.unsigned, self.unproven = None, None
        self.seq, self.hash = seq, hash_

    def end(self, key, whole):
        require(self.seq > 0, 1, "there is no row")
        require(self.unproven is None, self.unproven, "nothing signed vouches for it")
        for seq in sorted(self.checkpoints):
            require(seq <= self.seq, seq, "the end is missing: a checkpoint signs this row")
            require(seq in self.met, seq, "a checkpoint of a row that is left out")
        before = 0
        for seq in sorted(self.checkpoints) if whole else []:
            require(self.checkpoints[seq]["previous"] == before, seq, "a checkpoint before it is missing")
            before = seq
        if key is not None:
            last = self.checkpoints[max(self.met)] if self.met else None
            require(last is not None and last["key"] == key, max(self.met, default=self.seq), "signed by another key")
        if self.head is not None:
            seq = self.head[0]
            require(seq <= self.seq, seq, "the end is missing: this row is known from elsewhere")

    def text(self, commitment, salt, body, forgotten_ms):
        """'kept' or 'forgotten'."""
        seq = self.referred.get(commitment, "-")
        if body is None:
            require(salt is None, seq, "a deleted text with its salt")
            recorded = self.forgotten.get(commitment)
            require(recorded is not None and recorded == forgotten_ms, seq, "a text is missing, and no row records its deletion")
            return "forgotten"
        require(forgotten_ms is None and isinstance(body, str), seq, "a malformed text")
        found = hashlib.sha256(salt + body.encode("utf-8")).hexdigest()
        require(found == commitment, seq, "a text is not the one that was written")
        return "kept"


def bodies(db):
    """A function that gives the body of a row of content: its own, or that of its manifest."""
    tables = {row["name"] for row in db.execute("SELECT name FROM sqlite_schema")}
    manifests = dict(map(tuple, db.execute("SELECT * FROM manifest"))) if "manifest" in tables else {}

    def body(content):
        if content["body"] is not None or content["id"] not in manifests:
            return content["body"]
        spans = json.loads(manifests[content["id"]])
        sql = "SELECT body FROM part WHERE id BETWEEN ? AND ? ORDER BY id"
        return "".join(part["body"] for span in spans for part in db.execute(sql, span))

    return body


def verify_ledger(path, key, head):
    db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    db.row_factory = sqlite3.Row
    columns = {column["name"] for column in db.execute("PRAGMA table_info(event)")}
    if not columns >= {"prev", "hash"}:
        raise Unreadable("a database, but not a Countersign ledger")
    if db.execute("PRAGMA user_version").fetchone()[0] not in (3, 4, 5):
        for (seq,) in db.execute("SELECT seq FROM event_row WHERE (sample IS NULL) = (request = seq) LIMIT 1"):
            raise Fault(seq, "has no place among the rows of its request")
    chain = Chain({c["seq"]: c for c in db.execute("SELECT * FROM checkpoint")}, head=head)
    for row in db.execute("SELECT * FROM event ORDER BY seq"):
        chain.row(row)
    chain.end(key, whole=True)
    counts = {"kept": 0, "forgotten": 0}
    met, body_of = set(), bodies(db)
    for c in db.execute("SELECT * FROM content ORDER BY id"):
        seq = chain.referred.get(c["commitment"], "-")
        require(abs(c["id"]) < 2**53, seq, "a text by a number that none has")
        body = body_of(c)
        counts[chain.text(c["commitment"], c["salt"], body, c["forgotten_ms"])] += 1
        met.add(c["commitment"])
        if body is not None:
            require(c["sha256"] in (None, sha256(body)), seq, "the hash of a text differs")
            require(c["length"] == len(body.encode("utf-8")), seq, "the length of a text differs")
    for commitment, seq in chain.referred.items():
        require(commitment in met, seq, f"its text {commitment} is missing")
    return chain, counts


def verify_export(path, key, head):
    lines = path.read_bytes().split(b"\n")
    require(lines.pop() == b"", "-", "the last line has no end")
    end = json.loads(lines[-1]).get("end")
    require(end is not None, "-", "the last line is missing")
    values = [json.loads(line) for line in lines[:-1]]
    first = values[0]
    require(first.get("countersign") == "export/1", "-", "not an export")
    signed = {v["checkpoint"]["seq"]: v["checkpoint"] for v in values if "checkpoint" in v}
    chain = Chain(signed, first["ledger"], head)
    for value in values[1:]:
        if "row" in value:
            chain.row(value["row"])
        elif "omitted" in value:
            chain.omitted(value["omitted"]["seq"], value["omitted"]["digest"])
        elif "gap" in value:
            chain.gap(value["gap"]["seq"], value["gap"]["hash"])
    chain.end(key, whole=False)
    counts = {"kept": 0, "forgotten": 0}
    for value in values[1:]:
        if "body" in value:
            b = value["body"]
            counts[chain.text(b["commitment"], bytes.fromhex(b["salt"]), b["body"], None)] += 1
        elif "forgotten" in value:
            f = value["forgotten"]
            counts[chain.text(f["commitment"], None, None, f["at_ms"])] += 1
    before = b"".join(line + b"\n" for line in lines[:-1])
    require(end["lines"] == len(lines) - 1, "-", "lines are missing")
    require(end["sha256"] == hashlib.sha256(before).hexdigest(), "-", "the lines are not those of the export")
    return chain, counts


def main(arguments):
    if not arguments:
        print(__doc__)
        return 2
    path = Path(arguments[0])
    given = dict(zip(arguments[1::2], arguments[2::2]))
    seq, _, hash_ = given.get("--head", "").partition(":")
    key, head = given.get("--key"), (int(seq), hash_) if seq else None
    try:
        with path.open("rb") as file:
            begin = file.read(16)
        is_ledger = begin == b"SQLite format 3\0"
        if not is_ledger and begin != b'{"countersign":"':
            raise Unreadable("neither a ledger nor an export of one, or a ledger that is encrypted")
        chain, counts = (verify_ledger if is_ledger else verify_export)(path, key, head)
    except Fault as fault:
        print(f"NOT VERIFIED: {fault}")
        return 1
    except (OSError, Unreadable) as error:
        print(f"Unreadable: {error}")
        return 2
    except sqlite3.Error as error:
        damaged = error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR)
        print(f"NOT VERIFIED: damaged: {error}" if damaged else f"Unreadable: {error}")
        return 1 if damaged else 2
    except (ValueError, KeyError, TypeError, UnicodeError) as error:
        print(f"NOT VERIFIED: malformed: {error!r}")
        return 1
    print(f"Verified: {chain.seq} rows of ledger {chain.ledger}, {counts['kept']} texts kept, "
          f"{counts['forgotten']} deleted, {len(chain.met)} checkpoints (signatures not checked here)")
    for first, last in chain.unvouched:
        print(f"Nothing vouches for who wrote rows {first} to {last}")
    print(f"Head: {chain.seq}:{chain.hash}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
