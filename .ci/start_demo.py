"""Start the demo of an installed Blindpair, open a rater link, stop the demo: `start_demo.py BLINDPAIR`."""

import json
import signal
import subprocess
import sys
import tempfile
import urllib.request
from http.cookiejar import CookieJar


def main(blindpair: str) -> None:
    """Fail unless the demo prints its links, answers them, and stops cleanly when interrupted."""
    with tempfile.TemporaryDirectory() as workspace:
        command = [blindpair, "demo", "--workspace", workspace, "--port", "0", "--no-open", "--json"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=workspace) as demo:
            try:
                assert demo.stdout is not None
                links = json.loads(demo.stdout.readline())
                browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
                with browser.open(links["rater_links"][0], timeout=20) as page:
                    assert page.status == 200, page.status
                    assert "/join/" not in page.url, page.url
                with browser.open(f"{links['app_url'].rstrip('/')}/healthz", timeout=20) as health:
                    assert health.status == 200, health.status
            finally:
                demo.send_signal(signal.SIGINT)
                status = demo.wait(timeout=20)
        assert status == 0, f"the demo ended with status {status}"
    sys.stdout.write(
        f"demo of {blindpair} served {len(links['rater_links'])} rater links and stopped cleanly\n"
    )


if __name__ == "__main__":
    main(sys.argv[1])
