"""A rater's browser tab, as far as the server can tell: Streamlit's websocket, and the routes beside it."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

import httpx2
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin, Subprotocol

__all__ = ["AWAY", "Item", "Page"]

AWAY = (OSError, WebSocketException, httpx2.TransportError, TimeoutError)
"""What a page sees of a server that is gone."""

_COOKIE = "blindpair_rater"
_PATIENCE_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Item:
    """A step of an item as the rating component is given it; `widget_id` is the component's."""

    widget_id: str
    data: Mapping[str, Any]

    @property
    def key(self) -> str:
        """What tells one form from another."""
        return str(self.data["key"])

    @property
    def problem(self) -> str | None:
        """What the page says went wrong."""
        notice = self.data["notice"]
        return None if notice is None else str(notice["text"])


@dataclass
class Page:
    """One open tab of one rater.

    Attributes
    ----------
    n_runs
        Script runs that the server began for this tab.
    item, buttons
        What is on the page: the rating item, and buttons' widget ids by their label.
    """

    address: str
    cookie: str
    n_runs: int = 0
    item: Item | None = None
    buttons: dict[str, str] = field(default_factory=dict[str, str])
    _socket: ClientConnection | None = None
    _known: dict[str, Item] = field(default_factory=dict[str, Item])

    @classmethod
    async def join(cls, client: httpx2.AsyncClient, address: str, token: str) -> Self:
        """Open an invitation link; the cookie is the tab's."""
        answer = await client.get(f"{address}/join/{token}", follow_redirects=False)
        cookie = answer.cookies.get(_COOKIE)
        client.cookies.clear()
        if cookie is None:
            raise httpx2.TransportError(f"the link gave no cookie, but status {answer.status_code}")
        return cls(address, cookie)

    async def open(self) -> None:
        """Open the websocket and have the page drawn."""
        await self.close()
        self._known.clear()
        self._socket = await connect(
            self.address.replace("http", "ws", 1) + "/_stcore/stream",
            additional_headers={"Cookie": f"{_COOKIE}={self.cookie}"},
            origin=Origin(self.address),
            subprotocols=[Subprotocol("streamlit")],
            max_size=None,
            compression=None,
        )
        await self._run()

    async def click(self, label: str) -> None:
        """Press a button and wait until the page is drawn."""
        await self._run(WidgetState(id=self.buttons[label], trigger_value=True))

    async def submit(self, answers: Mapping[str, Any], *, attempt: str) -> Item | None:
        """Send the item's step and wait for the item that is shown next; None where another page is."""
        item = self.item
        if item is None:
            raise LookupError("there is no item on the page")
        sent = [{"event": "submitted", "value": {**_step(item, answers), "attempt": attempt}}]
        trigger = f"$$STREAMLIT_INTERNAL_KEY_{item.widget_id}__events"
        await self._run(
            WidgetState(id=item.widget_id, json_value="{}"),
            WidgetState(id=trigger, json_trigger_value=json.dumps(sent)),
            until_item=True,
        )
        return self.item

    async def save_draft(self, client: httpx2.AsyncClient, answers: Mapping[str, Any]) -> int:
        """Post a draft of the item's step; the answer's status."""
        if self.item is None:
            raise LookupError("there is no item on the page")
        headers = {
            "Origin": self.address,
            "Sec-Fetch-Site": "same-origin",
            "Cookie": f"{_COOKIE}={self.cookie}",
        }
        draft = _step(self.item, answers)
        return (await client.post(f"{self.address}/draft", json=draft, headers=headers)).status_code

    async def close(self) -> None:
        """Close the tab."""
        if self._socket is not None:
            await self._socket.close()
            self._socket = None

    async def rest(self) -> None:
        """Read what is left of the run, so that the next answer is not mistaken."""
        async with asyncio.timeout(_PATIENCE_SECONDS):
            while await self._read() != "script_finished":
                pass

    async def _run(self, *states: WidgetState, until_item: bool = False) -> None:
        if self._socket is None:
            raise ConnectionError("the tab is not connected")
        message = BackMsg()
        message.rerun_script.widget_states.widgets.extend(states)
        message.rerun_script.query_string = ""
        self.item, self.buttons = None, {}
        await self._socket.send(message.SerializeToString())
        async with asyncio.timeout(_PATIENCE_SECONDS):
            while (kind := await self._read()) != "script_finished":
                if until_item and kind == "item":
                    return

    async def _read(self) -> str:
        if self._socket is None:
            raise ConnectionError("the tab is not connected")
        message = ForwardMsg()
        message.ParseFromString(await self._socket.recv(decode=False))
        kind = str(message.WhichOneof("type"))
        if kind == "new_session":
            self.n_runs += 1
        elif kind == "ref_hash" and (known := self._known.get(message.ref_hash)):
            self.item = known
            return "item"
        elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
            return self._shown(message)
        return kind

    def _shown(self, message: ForwardMsg) -> str:
        element = message.delta.new_element
        match element.WhichOneof("type"):
            case "button":
                self.buttons[element.button.label] = element.button.id
            case "bidi_component":
                given = json.loads(element.bidi_component.json)
                self.item = Item(element.bidi_component.id, json.loads(given["item"]))
                self._known[message.hash] = self.item
                return "item"
            case _:
                pass
        return "delta"


def _step(item: Item, answers: Mapping[str, Any]) -> dict[str, Any]:
    data = item.data
    return {
        "ref": data["ref"],
        "step": data["step"],
        "revision": data["revision"],
        "answers": dict(answers),
        "seconds": 4.0,
    }
