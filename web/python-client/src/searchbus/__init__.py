# SPDX-License-Identifier: MIT
"""SearchBus in Python.

* `searchbus.widgets`  widgets of your own
* `searchbus.engines`  search engines of your own
* `searchbus.bus`      the event log itself, on the app's machine
* `searchbus.testing`  apps that run for a test, with pytest the fixture `searchbus`
* `searchbus_client`   everything over HTTP, from any machine

The wheel of a platform also has the program, as `searchbus` and as `python -m searchbus`.
"""
